import type { Marker } from './marker.ts'
import { isMarked, type Process, type ProcessTable, readProcesses, startOf } from './processes.ts'

/** A child that leads a session of its own, and everything that came from it. */
export interface Tree {
  readonly pid: number
  readonly marker: Marker
  /** When the child started; empty where the system does not say at once. */
  readonly start: string
  /** Everybody ever seen in it, id → start. Whoever was seen once is still found when all other ties are cut. */
  readonly known: Map<number, string>
}

export function createTree(pid: number, marker: Marker): Tree {
  const start = startOf(pid)
  return { pid, marker, start, known: new Map([[pid, start]]) }
}

/** Who lives in each of the trees now. They are remembered. One look at the system serves all. */
export function lookAt(trees: readonly Tree[], table: ProcessTable = readProcesses()): Map<Tree, number[]> {
  return new Map(trees.map((tree) => [tree, membersOf(tree, table)]))
}

/**
 * The child, what descends from a member, what is in a session or group that a member led, what carries the mark.
 * A process is never taken for another one that had its id before.
 */
export function membersOf(tree: Tree, table: ProcessTable): number[] {
  const members = new Set<number>()
  const candidates = [...table].filter(([pid, { start }]) => pid !== process.pid && isYounger(start, tree.start))
  for (const [pid, { start }] of candidates) {
    if (isKnown(tree, pid, start) || isMarked(pid, tree.marker)) add(pid, start)
  }
  for (let before = -1; before !== members.size; ) {
    before = members.size
    for (const [pid, found] of candidates) if (!members.has(pid) && isTied(found)) add(pid, found.start)
  }
  return [...members]

  function add(pid: number, start: string): void {
    members.add(pid)
    tree.known.set(pid, start)
  }

  function isTied({ parent, group, session }: Process): boolean {
    return members.has(parent) || wasLedByMember(session) || wasLedByMember(group)
  }

  /** An id is not given again while a session or group has it. */
  function wasLedByMember(leader: number): boolean {
    return tree.known.has(leader) && (members.has(leader) || !table.has(leader))
  }
}

function isKnown({ known }: Tree, pid: number, start: string): boolean {
  const seen = known.get(pid)
  return seen === start || seen === ''
}

/** Starts are numbers on Linux; where they are not, nobody is left out. */
function isYounger(start: string, than: string): boolean {
  return !(Number(start) < Number(than))
}
