import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { carriersOf, descendantsOf, type ProcessTable, readProcesses } from './processes.ts'

/** A child in a group of its own, and the marker that everything below it carries. */
export interface Tree {
  readonly pid: number
  readonly marker: string
}

const onWindows = process.platform === 'win32'

/** Asks the program to end. Inside bubblewrap that is not the process we started, which would drop everything at once. */
export function askToEnd({ pid }: Tree): void {
  if (onWindows) return
  const table = readProcesses()
  if (table.get(pid)?.name !== 'bwrap') send(-pid, 'SIGTERM')
  else for (const inner of wrappedBy(pid, table)) send(inner, 'SIGTERM')
}

function wrappedBy(pid: number, table: ProcessTable): number[] {
  const children = [...table].filter(([, { parent }]) => parent === pid)
  return children.flatMap(([child, { name }]) => (name === 'bwrap' ? wrappedBy(child, table) : [child]))
}

/**
 * Ends whatever is left of a tree at once: its group, what descends from it, what carries its marker. Looks again until
 * nobody is found, because a process may start another one while we look.
 */
export async function endTree(tree: Tree): Promise<void> {
  for (let pause = 1; pause < 500; pause *= 2) {
    const left = [...livingDescendants(tree), ...(await findCarriers(tree.marker))]
    const group = killGroup(tree.pid)
    for (const pid of left) send(pid, 'SIGKILL')
    if (left.length === 0 && !group) return
    await sleep(pause)
  }
}

/** The same without waiting, for the moment in which our own process ends. */
export function endTreesNow(trees: readonly Tree[]): void {
  for (let round = 0; round < 3; round++) {
    const left = [...carriersOf(trees.map(({ marker }) => marker)).values()].flat()
    for (const tree of trees) left.push(...livingDescendants(tree))
    for (const { pid } of trees) killGroup(pid)
    for (const pid of left) send(pid, 'SIGKILL')
    if (left.length === 0) return
  }
}

/** On Linux the marker finds them, and a process that has ended has no descendants. */
function livingDescendants({ pid }: Tree): number[] {
  if (onWindows || !isAlive(pid)) return []
  return descendantsOf(pid, readProcesses())
}

let waiting: { marker: string; resolve: (pids: number[]) => void }[] = []

/** Children that end in the same moment share one look at the process list. */
function findCarriers(marker: string): Promise<number[]> {
  return new Promise((resolve) => {
    waiting.push({ marker, resolve })
    if (waiting.length === 1) setImmediate(look)
  })
}

function look(): void {
  const asked = waiting
  waiting = []
  const found = carriersOf(asked.map(({ marker }) => marker))
  for (const { marker, resolve } of asked) resolve(found.get(marker) ?? [])
}

/** True when there was anybody. */
function killGroup(pid: number): boolean {
  if (!onWindows) return send(-pid, 'SIGKILL')
  if (isAlive(pid)) spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true })
  return false
}

function isAlive(pid: number): boolean {
  return send(pid, 0)
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
