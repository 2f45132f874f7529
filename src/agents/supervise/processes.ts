import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { cleanEnvironment } from '../../io/exec.ts'
import { type Marker, markerName } from './marker.ts'

export interface Process {
  readonly parent: number
  readonly group: number
  /** 0 where the system does not say. */
  readonly session: number
  /** When it started. Ids are given again; an id with its start is one process for good. */
  readonly start: string
  readonly name: string
}

/** By process id. Processes that have ended and wait to be collected are left out. */
export type ProcessTable = ReadonlyMap<number, Process>

const onLinux = process.platform === 'linux'

export function readProcesses(): ProcessTable {
  return onLinux ? readFromProc() : readFromPs()
}

/** Also of one that has ended and was not collected. Empty where it takes a program to find out. */
export function startOf(pid: number): string {
  return (onLinux && readStat(pid)?.start) || ''
}

function readFromProc(): ProcessTable {
  const table = new Map<number, Process>()
  for (const pid of processIds()) {
    const stat = readStat(pid)
    if (stat !== undefined && stat.state !== 'Z' && stat.state !== 'X') table.set(pid, stat)
  }
  return table
}

function readStat(pid: number): (Process & { readonly state: string | undefined }) | undefined {
  const text = readProc(pid, 'stat')?.toString('latin1')
  // The name stands in brackets and may itself contain any of them.
  const end = text?.lastIndexOf(')') ?? -1
  if (text === undefined || end === -1) return undefined
  const fields = text.slice(end + 2).split(' ')
  const [state, parent, group, session] = fields
  const name = text.slice(text.indexOf('(') + 1, end)
  const ids = { parent: Number(parent), group: Number(group), session: Number(session) }
  return { state, ...ids, start: fields[19] ?? '', name }
}

function readFromPs(): ProcessTable {
  const table = new Map<number, Process>()
  const columns = 'pid=,ppid=,pgid=,stat=,lstart=,comm='
  const list = spawnSync('ps', ['-A', '-o', columns], { env: cleanEnvironment(), encoding: 'utf8' })
  for (const line of (list.stdout ?? '').split('\n')) {
    // The start is a date of five words.
    const [pid, parent, group, state, ...rest] = line.trim().split(/\s+/)
    if (!pid || state === undefined || state.startsWith('Z')) continue
    const [start, name] = [rest.slice(0, 5).join('_'), rest.slice(5).join(' ')]
    table.set(Number(pid), { parent: Number(parent), group: Number(group), session: 0, start, name })
  }
  return table
}

/** Whether the process carries what marks the child or anything it started. Only Linux shows it. */
export function isMarked(pid: number, marker: Pick<Marker, 'own' | 'tag'>): boolean {
  if (!onLinux) return false
  const environment = readProc(pid, 'environ')
  if (environment?.includes(`${markerName}=`) && environment.includes(marker.own)) return true
  return readProc(pid, 'limits')?.includes(` ${marker.tag} `) === true
}

function processIds(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
}

const page = Buffer.alloc(512 * 1024)

/** The beginning of the file, which for all of them is the whole but in absurd cases. Valid until the next call. */
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
