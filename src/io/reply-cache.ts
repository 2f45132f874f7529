import { createHash } from 'node:crypto'
import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '../core/values/parse-json.ts'
import type { Json, Usage } from '../types.ts'
import { readIfThere, writeQuickly } from './files.ts'
import { readPlain } from './plain-file.ts'
import { sealOf } from './seal.ts'
import { stateFolder } from './state-folder.ts'

// Replies of agents, one file each, named by what they answer. Files are written whole and never changed, so any number of
// reviews may read and write at the same time.

export interface KeptReply {
  readonly text: string
  readonly structured: Json | null
  /** In a loop: what it cost, and in which review of its round, the first one being 0. */
  readonly paid?: { readonly usage: Usage; readonly attempt: number }
}

/** What a reply depends on: equal questions have equal names. */
export type Question = readonly (string | Json)[]

export interface CacheLimits {
  readonly maxBytes: number
  readonly days: number
}

export const replyFolder = (root: string): string => join(stateFolder(root), 'cache', 'replies')

/** Undefined when it was never answered, or the file is not what we wrote. A hit counts as use. */
export function findReply(root: string, question: Question): KeptReply | undefined {
  const file = fileOf(root, question)
  try {
    const text = readPlain(file).toString('utf8')
    const entry: unknown = JSON.parse(text)
    if (!isEntry(entry) || entry.name !== nameOf(question)) return undefined
    const now = new Date()
    utimesSync(file, now, now)
    known.set(file, hash(text))
    return entry.reply
  } catch {
    return undefined
  }
}

/** `about` is for people who look into the file. What cannot be written is asked again next time. */
export function keepReply(root: string, question: Question, reply: KeptReply, about: Json): void {
  const file = fileOf(root, question)
  const entry = { version: 1, name: nameOf(question), about, reply }
  try {
    writeQuickly(file, JSON.stringify({ ...entry, seal: sealOf(JSON.stringify(entry)) }))
  } catch {}
}

/** File → hash of what this process found there. */
const known = new Map<string, string>()

/** Whether the file holds what we or a review beside us wrote, or what this process found when it asked. */
export function isKnownReply(file: string): boolean {
  const text = readIfThere(file) ?? ''
  return known.get(file) === hash(text) || hasSeal(parseJson(text))
}

function hasSeal(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('seal' in value)) return false
  const { seal, ...entry } = value
  return seal === sealOf(JSON.stringify(entry))
}

/** Removes what was not used for long, then what was used longest ago until the rest fits. */
export function trimReplies(root: string, { maxBytes, days }: CacheLimits, now: number = Date.now()): void {
  const oldest = now - days * 24 * 60 * 60 * 1000
  let size = 0
  for (const entry of listReplies(root).sort((one, other) => other.usedAt - one.usedAt)) {
    size += entry.bytes
    if (entry.usedAt < oldest || size > maxBytes) rmSync(entry.file, { force: true })
  }
}

export interface ReplyFile {
  readonly file: string
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly usedAt: number
}

export function listReplies(root: string): ReplyFile[] {
  const folder = replyFolder(root)
  return names(folder).flatMap((part) =>
    names(join(folder, part)).flatMap((name) => {
      const file = join(folder, part, name)
      const stat = statSync(file, { throwIfNoEntry: false })
      return stat === undefined ? [] : [{ file, bytes: stat.size, usedAt: stat.mtimeMs }]
    }),
  )
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function nameOf(question: Question): string {
  return hash(JSON.stringify(question))
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function fileOf(root: string, question: Question): string {
  const name = nameOf(question)
  return join(replyFolder(root), name.slice(0, 2), `${name.slice(2)}.json`)
}

function isEntry(value: unknown): value is { readonly name: string; readonly reply: KeptReply } {
  if (typeof value !== 'object' || value === null) return false
  if (!('version' in value && 'name' in value && 'reply' in value) || value.version !== 1) return false
  const { reply } = value
  return typeof reply === 'object' && reply !== null && 'text' in reply && typeof reply.text === 'string'
}
