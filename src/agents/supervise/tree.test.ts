import { type ChildProcess, spawn } from 'node:child_process'
import { afterEach, describe, expect, it } from 'vitest'
import { createMarker } from './marker.ts'
import { type Process, readProcesses } from './processes.ts'
import { createTree, membersOf, type Tree } from './tree.ts'

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/** A process with a child of its own; gives its id. */
async function start(): Promise<number> {
  const child = spawn('/bin/sh', ['-c', 'sleep 1000 & echo started; wait'], { detached: true })
  started.push(child)
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return child.pid ?? 0
}

describe.runIf(process.platform === 'linux')('real processes', () => {
  it('finds the child and what it started', async () => {
    const pid = await start()
    const members = membersOf(createTree(pid, createMarker()), readProcesses())
    expect(members).toHaveLength(2)
    expect(members).toContain(pid)
    process.kill(-pid, 'SIGKILL')
  })

  it('does not take a process for one that had its id before', async () => {
    const [pid, stranger] = [await start(), await start()]
    const tree = createTree(pid, createMarker())
    tree.known.set(stranger, '1')
    expect(membersOf(tree, readProcesses())).not.toContain(stranger)
    for (const group of [pid, stranger]) process.kill(-group, 'SIGKILL')
  })
})

const marker = { value: '', own: 'no such mark', tag: 'no such tag' }
const nobody: Process = { parent: 1, group: 1, session: 1, start: '50', name: 'x' }
const largest = 2 ** 30

/** Ids that no system gives, counted from 1. */
function membersAmong(known: Record<number, string>, table: Record<number, Partial<Process>>): number[] {
  const at = (id: number) => (id === 1 ? 1 : id + largest)
  const shifted = (found: Partial<Process>): Process => ({
    ...nobody,
    ...found,
    ...(found.parent && { parent: at(found.parent) }),
    ...(found.group && { group: at(found.group) }),
    ...(found.session && { session: at(found.session) }),
  })
  const seen = Object.entries(known).map(([id, start]): [number, string] => [at(Number(id)), start])
  const tree: Tree = { pid: at(10), marker, start: '10', known: new Map(seen) }
  const processes = Object.entries(table).map(([id, found]): [number, Process] => [at(Number(id)), shifted(found)])
  return membersOf(tree, new Map(processes)).map((id) => id - largest)
}

it.each<[string, Record<number, string>, Record<number, Partial<Process>>, number[]]>([
  ['a grandchild', { 10: '10' }, { 10: { start: '10' }, 11: { parent: 10 }, 12: { parent: 11 } }, [10, 11, 12]],
  ['a child of one seen before', { 10: '10', 11: '20' }, { 11: { start: '20' }, 12: { parent: 11 } }, [11, 12]],
  ['one in the session of a leader that is gone', { 10: '10', 11: '20' }, { 12: { session: 11 } }, [12]],
  ['one in the group of a leader that is gone', { 10: '10' }, { 12: { group: 10 } }, [12]],
  ['no orphan that was never seen', { 10: '10' }, { 12: {} }, []],
  ['nobody with an id of one of ours that started later', { 10: '10', 11: '20' }, { 11: { start: '30' } }, []],
  ['nobody whose parent has such an id', { 10: '10', 11: '20' }, { 11: { start: '30' }, 12: { parent: 11 } }, []],
  ['nobody in the session of such an id', { 10: '10', 11: '20' }, { 11: { start: '30' }, 12: { session: 11 } }, []],
  ['nobody older than the child', { 10: '10' }, { 10: { start: '10' }, 12: { parent: 10, start: '5' } }, [10]],
])('%s belongs to the tree', (_name, known, table, expected) => {
  expect(membersAmong(known, table)).toEqual(expected)
})
