import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { homedir, hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { parseJson } from '../core/parse-json.ts'
import { namesIn, writeWhole } from './files.ts'
import { isAlive, ownIdentity, type ProcessIdentity } from './process-identity.ts'
import { ensureStateFolder, stateFolder } from './state-folder.ts'

// While an agent that nothing holds works in a repository, how things were before is on the disk: a record outside of the
// repository, and a mark in it that says where the record is and what it holds. Either of them without the other is noticed.

const identitySchema = v.object({
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  started: v.nullable(v.string()),
  host: v.string(),
})
const markSchema = v.object({ record: v.string(), hash: v.string() })

export interface AbandonedMark {
  /** Files to remove when it is settled. */
  readonly files: readonly string[]
  /** Null when it is gone or is not what was written. */
  readonly record: string | null
}

/** Marks of this process, each with its files and how many agents are at work under it. */
const ours = new Map<string, { readonly files: readonly string[]; agents: number }>()

/**
 * Gives what takes it away again. Agents at work at the same time share one mark, with the record of the first: it goes with the
 * last of them, and stays where nobody could look at what one of them did.
 */
export function markAgent(root: string, text: () => string, who: ProcessIdentity = ownIdentity()): () => void {
  const file = join(ensureStateFolder(root), `agent-${who.pid}.lock`)
  const mark = ours.get(file) ?? { files: writeMark(file, root, text(), who), agents: 0 }
  ours.set(file, mark)
  mark.agents++
  return () => {
    mark.agents--
    if (mark.agents > 0) return
    ours.delete(file)
    for (const each of mark.files) rmSync(each, { force: true })
  }
}

/** Both files say in their first line whose they are. */
function writeMark(file: string, root: string, text: string, who: ProcessIdentity): readonly string[] {
  const line = `${JSON.stringify(who)}\n`
  const record = writeRecord(`${keyOf(root)}-${who.pid}.json`, line + text)
  writeWhole(file, `${line}${JSON.stringify({ record, hash: hashOf(line + text) })}\n`)
  return [file, record]
}

/** What is left of processes that are no more. */
export function abandonedMarks(root: string): readonly AbandonedMark[] {
  const marks = namesIn(stateFolder(root)).filter((name) => /^agent-\d+\.lock$/.test(name))
  const found = marks.flatMap((name) => readMark(join(stateFolder(root), name)))
  const known = found.flatMap(({ files }) => files)
  return [...found, ...recordsOf(root).filter(({ files }) => !files.some((file) => known.includes(file)))]
}

function readMark(file: string): AbandonedMark[] {
  const { isAtWork, text } = split(readQuietly(file))
  if (isAtWork) return []
  const parsed = v.safeParse(markSchema, parseJson(text ?? ''))
  if (!parsed.success) return [{ files: [file], record: null }]
  const { record, hash } = parsed.output
  const whole = readQuietly(record)
  const isIntact = whole !== null && hashOf(whole) === hash
  return [{ files: [file, record], record: isIntact ? split(whole).text : null }]
}

/** Records of this repository, whose marks may be gone. */
function recordsOf(root: string): AbandonedMark[] {
  const isOurs = (name: string) => name.startsWith(`${keyOf(root)}-`) && name.endsWith('.json')
  const files = places().flatMap((place) =>
    namesQuietly(place)
      .filter(isOurs)
      .map((name) => join(place, name)),
  )
  return files.flatMap((file) => {
    const { isAtWork, text } = split(readQuietly(file))
    return isAtWork ? [] : [{ files: [file], record: text }]
  })
}

/** On another machine nobody can tell whether it is at work, so it counts as gone: nothing is believed then. */
function split(whole: string | null): { readonly isAtWork: boolean; readonly text: string | null } {
  const end = whole?.indexOf('\n') ?? -1
  const who = v.safeParse(identitySchema, parseJson(whole?.slice(0, end) ?? ''))
  if (whole === null || end === -1 || !who.success) return { isAtWork: false, text: null }
  return { isAtWork: who.output.host === hostname() && isAlive(who.output), text: whole.slice(end + 1) }
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
    writeWhole(join(place, name), text)
    return join(place, name)
  }
}

function keyOf(root: string): string {
  return hashOf(realpathSync(root)).slice(0, 16)
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function readQuietly(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
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
