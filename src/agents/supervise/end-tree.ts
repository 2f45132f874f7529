import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { searchPath } from '../../io/exec.ts'
import { findProgram } from '../../io/which.ts'
import { type ProcessTable, readProcesses } from './processes.ts'
import { lookAt, membersOf, type Tree } from './tree.ts'

const onWindows = process.platform === 'win32'

/** Asks the program to end. Inside bubblewrap that is not the process we started, which would drop everything at once. */
export function askToEnd(tree: Tree): void {
  if (onWindows) return
  const table = readProcesses()
  // Seen before their parents are gone.
  membersOf(tree, table)
  if (table.get(tree.pid)?.name !== 'bwrap') send(-tree.pid, 'SIGTERM')
  else for (const inner of wrappedBy(tree.pid, table)) send(inner, 'SIGTERM')
}

function wrappedBy(pid: number, table: ProcessTable): number[] {
  const children = [...table].filter(([, { parent }]) => parent === pid)
  return children.flatMap(([child, { name }]) => (name === 'bwrap' ? wrappedBy(child, table) : [child]))
}

/** Ends whatever is left of a tree at once. Looks again until nobody is found: a process may start another meanwhile. */
export async function endTree(tree: Tree): Promise<void> {
  for (let pause = 1; pause < 500; pause *= 2) {
    const left = onWindows ? endOnWindows(tree) : await findMembers(tree)
    for (const pid of left) send(pid, 'SIGKILL')
    if (left.length === 0) return
    await sleep(pause)
  }
}

/** The same without waiting, for the moment in which our own process ends. */
export function endTreesNow(trees: readonly Tree[]): void {
  for (let round = 0; round < 3; round++) {
    const left = onWindows ? trees.flatMap(endOnWindows) : [...lookAt(trees).values()].flat()
    for (const pid of left) send(pid, 'SIGKILL')
    if (left.length === 0) return
  }
}

let waiting: { tree: Tree; resolve: (pids: number[]) => void }[] = []

/** Children that end in the same moment share one look at the process list. */
function findMembers(tree: Tree): Promise<number[]> {
  return new Promise((resolve) => {
    waiting.push({ tree, resolve })
    if (waiting.length === 1) setImmediate(look)
  })
}

function look(): void {
  const asked = waiting
  waiting = []
  const found = lookAt(asked.map(({ tree }) => tree))
  for (const { tree, resolve } of asked) resolve(found.get(tree) ?? [])
}

/** There the system itself ends what descends from the child. */
function endOnWindows({ pid }: Tree): number[] {
  const program = findProgram('taskkill', searchPath())
  if (program !== undefined && send(pid, 0))
    spawnSync(program, ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true })
  return []
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
