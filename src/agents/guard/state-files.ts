import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { parseJson } from '../../core/values/parse-json.ts'
import { isAlive } from '../../io/process-identity.ts'
import { isKnownReply } from '../../io/reply-cache.ts'
import { isOwnUpdate } from '../../io/review-state.ts'
import { stateFolder } from '../../io/state-folder.ts'
import { type FileRecord, isSame, readRecord } from './file-record.ts'
import type { Records } from './fingerprint.ts'
import { walkFolder } from './walk.ts'

const keptBytes = 16 * 1024 * 1024

/** Under this name the folder itself is recorded: a link in its place would lead us elsewhere. */
export const stateEntry = '.'

/**
 * Everything in our folder that is believed later: configuration, waivers, rules, journals of loops, mail, finished reviews,
 * remembered replies. With `before`, what this program itself wrote since then is left out.
 */
export function recordState(root: string, before?: Records): Map<string, FileRecord> {
  const folder = stateFolder(root)
  const entry = readRecord(folder, 0)
  if (entry === null) return new Map()
  if (entry.kind !== 'folder') return new Map([[stateEntry, entry]])
  const records = walkFolder(folder, {
    wants: (path, isFolder) => isBelieved(path) && (isFolder || !isOurAddition(folder, path, before)),
    keptBytes: (path) => (isOnlyCompared(path) ? 0 : keptBytes),
    before,
  })
  return before === undefined ? records : withoutPassing(folder, records, before)
}

/** What can be found out again: it is put back, or away, without further ado. */
export function isMemory(path: string): boolean {
  return path.startsWith('cache/')
}

/** Mail comes and goes, and so do notices; transcripts grow, and trees in the cache are named by what they hold. */
function isBelieved(path: string): boolean {
  if (['tmp', 'mail', 'wake'].includes(path) || /\.tmp$|\.lock\.|^(?:sessions|reviews)\/[^/]+\/transcripts$/.test(path))
    return false
  return !isMemory(path) || /^cache\/(?:replies(?:\/|$)|review_state\.json$)/.test(path)
}

/** A review counts when it is finished, and is not written any more then; what was undone is added to, and so are locks. */
function isOurAddition(folder: string, path: string, before: Records | undefined): boolean {
  const review = /^reviews\/[^/]+\//.exec(path)?.[0]
  if (review !== undefined) {
    const result = `${review}result.json`
    return before === undefined ? !existsSync(join(folder, result)) : !before.has(result)
  }
  return before !== undefined && (path.startsWith('undone/') || isLock(path)) && !before.has(path)
}

/** There may be much of it: it is not read for every call of an agent. */
function isOnlyCompared(path: string): boolean {
  return path.startsWith('cache/replies/') || path.startsWith('undone/')
}

const isLock = (path: string): boolean => path.endsWith('.lock')

/**
 * Locks go when their work is done, and replies when there are too many: they are asked for again. Calls and reviews at the same
 * time keep their replies and remember their verdicts, and a hit touches its file.
 */
function withoutPassing(folder: string, records: Map<string, FileRecord>, before: Records): Map<string, FileRecord> {
  for (const [path, record] of before) if (mayGo(path) && !records.has(path)) records.set(path, record)
  for (const [path, record] of records) {
    const old = before.get(path)
    if (isSame(old, record) || !isOurWriting(folder, path, old, record)) continue
    if (old === undefined) records.delete(path)
    else records.set(path, old)
  }
  return records
}

const mayGo = (path: string): boolean => isLock(path) || path.startsWith('cache/replies/')

function isOurWriting(folder: string, path: string, old: FileRecord | undefined, record: FileRecord): boolean {
  if (record.kind !== 'file') return false
  if (path.startsWith('cache/replies/')) return isKnownReply(join(folder, path))
  if (path === 'cache/review_state.json') return isOwnUpdate(old && textOf(old), textOf(record))
  return isMarkOfLiving(path, textOf(record)) || (isLock(path) && !existsSync(join(folder, path)))
}

/** A process at work marks every call of its agents anew. */
function isMarkOfLiving(path: string, text: string): boolean {
  const pid = /^agent-(\d+)\.lock$/.exec(path)?.[1]
  const who = v.safeParse(ownerSchema, parseJson(text.split('\n', 1)[0] ?? ''))
  return who.success && String(who.output.pid) === pid && who.output.host === hostname() && isAlive(who.output)
}

const ownerSchema = v.object({ pid: v.number(), started: v.nullable(v.string()), host: v.string() })

const textOf = (record: FileRecord | undefined): string => Buffer.from(record?.content ?? []).toString()
