import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { cleanEnvironment } from '../../io/exec.ts'
import { markerName } from './marker.ts'

/** Who started whom: process id → its parent. Processes that have ended and wait to be collected are left out. */
export type ProcessTable = ReadonlyMap<number, { readonly parent: number; readonly name: string }>

const onLinux = process.platform === 'linux'

export function readProcesses(): ProcessTable {
  return onLinux ? readFromProc() : readFromPs()
}

function readFromProc(): ProcessTable {
  const table = new Map<number, { parent: number; name: string }>()
  for (const pid of processIds()) {
    const text = readProc(pid, 'stat')?.toString('latin1')
    // The name stands in brackets and may itself contain any of them.
    const end = text?.lastIndexOf(')') ?? -1
    if (text === undefined || end === -1) continue
    const [state, parent] = text.slice(end + 2).split(' ')
    if (state !== 'Z' && state !== 'X')
      table.set(pid, { parent: Number(parent), name: text.slice(text.indexOf('(') + 1, end) })
  }
  return table
}

function readFromPs(): ProcessTable {
  const table = new Map<number, { parent: number; name: string }>()
  const list = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,comm='], { env: cleanEnvironment(), encoding: 'utf8' })
  for (const line of (list.stdout ?? '').split('\n')) {
    const [pid, parent, state, ...name] = line.trim().split(/\s+/)
    if (pid && parent && !state?.startsWith('Z'))
      table.set(Number(pid), { parent: Number(parent), name: name.join(' ') })
  }
  return table
}

/** The process itself is not among them. */
export function descendantsOf(ancestor: number, table: ProcessTable): number[] {
  const children = new Map<number, number[]>()
  for (const [pid, { parent }] of table) children.set(parent, [...(children.get(parent) ?? []), pid])
  const found: number[] = []
  const open = [ancestor]
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    const next = children.get(pid) ?? []
    found.push(...next)
    open.push(...next)
  }
  return found
}

/** Processes whose environment at their start held the marker. Only Linux shows it; elsewhere nobody is found. */
export function carriersOf(markers: readonly string[]): Map<string, number[]> {
  const found = new Map<string, number[]>(markers.map((marker) => [marker, []]))
  if (!onLinux) return found
  for (const pid of processIds()) {
    const environment = readProc(pid, 'environ')
    if (environment === undefined || !environment.includes(`${markerName}=`)) continue
    for (const marker of markers) if (environment.includes(marker)) found.get(marker)?.push(pid)
  }
  return found
}

function processIds(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
}

const page = Buffer.alloc(512 * 1024)

/** The beginning of the file, which for both is all of it but in absurd cases. Valid until the next call. */
function readProc(pid: number, name: string): Buffer | undefined {
  let file: number | undefined
  try {
    file = openSync(`/proc/${pid}/${name}`, 'r')
    return page.subarray(0, readWhole(file))
  } catch {
    // It ended meanwhile, or belongs to somebody else.
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** One read gives a page at most. */
function readWhole(file: number): number {
  let length = 0
  for (let read = -1; read !== 0 && length < page.length; length += read) {
    read = readSync(file, page, length, page.length - length, null)
  }
  return length
}
