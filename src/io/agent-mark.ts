import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { homedir, hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import * as v from 'valibot'
import { parseJson } from '../core/values/parse-json.ts'
import { namesIn, writeWhole } from './files.ts'
import { worktreeRoots } from './git/git-folder.ts'
import { readPlain } from './plain-file.ts'
import { isAlive, ownIdentity, type ProcessIdentity } from './process-identity.ts'
import { ensureStateFolder, stateFolder } from './state-folder.ts'

// While an agent that nothing holds works in a repository, how things were before is on the disk: a record outside of the
// repository, and a mark in it that names the record and what it holds. Either of them without the other is noticed, from
// every worktree: they share hooks, settings and branches. They also stay, as those of nobody, where an agent left something
// that only a person can judge.

/** A worktree, and the git folder that it shares with the others. */
export interface Workplace {
  readonly root: string
  readonly common: string
}

const ownerSchema = v.object({
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  started: v.nullable(v.string()),
  host: v.string(),
  root: v.string(),
  /** The agent ended, and what it did waits for a person. */
  isHeld: v.optional(v.boolean(), false),
})
const markSchema = v.object({ record: v.string(), hash: v.string() })

export interface AbandonedMark {
  /** The worktree where the agent was at work. */
  readonly root: string
  /** Files to remove when it is settled. */
  readonly files: readonly string[]
  /** Null when it is gone or is not what was written. */
  readonly record: string | null
  /** The agent ended and was rejected. Otherwise we were killed. */
  readonly isHeld: boolean
}

export interface AgentMark {
  /** Somebody has looked at what the agent did. */
  readonly remove: () => void
  /** The same, but it waits for a person: what was before stays written down. */
  readonly hold: () => void
}

/** Marks of this process, each with what it says and how many agents are at work under it. */
const ours = new Map<string, { readonly files: readonly string[]; readonly text: string; agents: number }>()

/** Files of what this process left for a person, by worktree. */
const held = new Map<string, readonly string[]>()

/**
 * Agents at work at the same time share one mark, with the record of the first: it goes with the last of them, and stays where
 * nobody could look at what one of them did.
 */
export function markAgent(place: Workplace, before: () => string, who: ProcessIdentity = ownIdentity()): AgentMark {
  const key = `${place.root} ${who.pid}`
  const mark = ours.get(key) ?? begin()
  ours.set(key, mark)
  mark.agents++
  return { remove, hold }

  function begin() {
    const text = before()
    return { files: writeMark(`${who.pid}`, place, text, who), text, agents: 0 }
  }

  function remove(): void {
    mark.agents--
    if (mark.agents > 0) return
    ours.delete(key)
    for (const each of mark.files) rmSync(each, { force: true })
  }

  /** What is held already was written down earlier, and so covers this too. */
  function hold(): void {
    const files = held.get(place.root) ?? []
    const isThere = files.length > 0 && files.every((file) => existsSync(file))
    if (!isThere) {
      held.set(place.root, writeMark(`${who.pid}-${Date.now()}`, place, mark.text, { ...who, isHeld: true }))
    }
    remove()
  }
}

interface Owner extends ProcessIdentity {
  readonly isHeld?: true
}

/** Both files say in their first line whose they are. */
function writeMark(name: string, { root, common }: Workplace, text: string, who: Owner): readonly string[] {
  const file = join(ensureStateFolder(root), `agent-${name}.lock`)
  const line = `${JSON.stringify({ ...who, root })}\n`
  const record = writeRecord(`${keyOf(common)}-${keyOf(root)}-${name}.json`, line + text)
  writeWhole(file, `${line}${JSON.stringify({ record: basename(record), hash: hashOf(line + text) })}\n`)
  return [file, record]
}

/** What is left in a repository, in any of its worktrees, by processes that are no more or for a person. */
export function abandonedMarks({ root, common }: Workplace): readonly AbandonedMark[] {
  const found = [...new Set([root, ...worktreeRoots(common)])].flatMap(marksIn)
  const known = found.flatMap(({ files }) => files)
  const isOurs = (name: string) => name.startsWith(`${keyOf(common)}-`) || name.includes(`-${keyOf(root)}-`)
  const records = recordsNamed(isOurs).filter((file) => !known.includes(file))
  return [...found, ...records.flatMap((file) => readRecord(file, root))]
}

function marksIn(root: string): AbandonedMark[] {
  const marks = namesQuietly(stateFolder(root)).filter((name) => /^agent-[\d-]+\.lock$/.test(name))
  return marks.flatMap((name) => readMark(join(stateFolder(root), name), root))
}

function readMark(file: string, root: string): AbandonedMark[] {
  const { isAtWork, isHeld, text } = split(readQuietly(file))
  if (isAtWork) return []
  const parsed = v.safeParse(markSchema, parseJson(text ?? ''))
  if (!parsed.success) return [{ root, files: [file], record: null, isHeld }]
  const { record, hash } = parsed.output
  const records = recordsNamed((name) => name === record)
  const whole = records.map(readQuietly).find((each) => each !== null && hashOf(each) === hash)
  return [{ root, files: [file, ...records], record: split(whole ?? null).text, isHeld }]
}

/** A record whose mark may be gone. */
function readRecord(file: string, asked: string): AbandonedMark[] {
  const { isAtWork, isHeld, root, text } = split(readQuietly(file))
  return isAtWork ? [] : [{ root: root ?? asked, files: [file], record: text, isHeld }]
}

function recordsNamed(isWanted: (name: string) => boolean): readonly string[] {
  return places().flatMap((place) => {
    const names = namesQuietly(place).filter((name) => name.endsWith('.json') && isWanted(name))
    return names.map((name) => join(place, name))
  })
}

interface Owned {
  readonly isAtWork: boolean
  readonly isHeld: boolean
  readonly root: string | null
  readonly text: string | null
}

/** On another machine nobody can tell whether it is at work, so it counts as gone: nothing is believed then. */
function split(whole: string | null): Owned {
  const end = whole?.indexOf('\n') ?? -1
  const who = v.safeParse(ownerSchema, parseJson(whole?.slice(0, end) ?? ''))
  if (whole === null || end === -1 || !who.success) return { isAtWork: false, isHeld: false, root: null, text: null }
  const { isHeld, root } = who.output
  const isAtWork = !isHeld && who.output.host === hostname() && isAlive(who.output)
  return { isAtWork, isHeld, root, text: whole.slice(end + 1) }
}

/** The first that can be written to. An agent has a home and a temporary folder of its own. */
function places(): readonly string[] {
  const temporary = join(tmpdir(), `review-loop-agents-at-work-${process.getuid?.() ?? 0}`)
  return [join(homedir(), '.local', 'state', 'review-loop', 'agents'), temporary]
}

function writeRecord(name: string, text: string): string {
  const [home = '', temporary = ''] = places()
  try {
    return writeIn(home)
  } catch {
    return writeIn(temporary)
  }

  function writeIn(place: string): string {
    mkdirSync(place, { recursive: true, mode: 0o700 })
    writeWhole(join(place, name), Buffer.from(text))
    return join(place, name)
  }
}

function keyOf(path: string): string {
  return hashOf(path).slice(0, 16)
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function readQuietly(file: string): string | null {
  try {
    return readPlain(file).toString('utf8')
  } catch {
    return null
  }
}

function namesQuietly(folder: string): readonly string[] {
  try {
    return namesIn(folder)
  } catch {
    return []
  }
}
