import { lstatSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compareText } from '../../core/values/compare-text.ts'
import { shellWord } from '../../core/values/shell-word.ts'
import { LoopError } from '../../errors.ts'
import { makeFolder as createFolder, reasonOf } from '../files.ts'

// The folders of a mailbox. What leads out of it is refused: everybody who may write into it could put a link there.

/**
 * `inbox`: others write here. `outbox`: what was sent. `claims`: requests that somebody works on. `processed`: those that were
 * answered. `dead_letter`: copies of what cannot be accepted.
 */
export const boxes = ['inbox', 'outbox', 'claims', 'processed', 'dead_letter'] as const

export type Box = (typeof boxes)[number]

/** Of a file that is being written: after that nobody is at it any more. */
export const abandonedMs = 60 * 60 * 1000

const packetFolders = ['packets/review', 'packets/findings', 'packets/handoff']
const agentForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** Makes what is missing; what is there stays as it is. Gives the agents that are new. */
export function makeMailbox(root: string, agents: readonly string[]): readonly string[] {
  makeFolder(root)
  makeFolder(join(root, 'agents'))
  const there = agentNames(root)
  for (const name of agents) checkNewAgent(name, [...there, ...agents])
  const fresh = agents.filter((name) => !there.includes(name))
  for (const folder of packetFolders) ensureFolder(root, folder)
  for (const name of agents) for (const box of boxes) ensureFolder(root, `agents/${name}/${box}`)
  return fresh
}

/** A LoopError where there is none. */
export function checkMailbox(root: string): void {
  if (statusOf(join(root, 'agents')) === 'missing')
    throw new LoopError('no_mailbox', { path: root, place: shellWord(root) })
  plainFolder(root, 'agents')
}

/** Those who have a folder, in order. */
export function agentNames(root: string): readonly string[] {
  return readdirSync(join(root, 'agents'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && agentForm.test(entry.name))
    .map(({ name }) => name)
    .sort(compareText)
}

/** A LoopError for a name that has no folder: a word that was misspelt must not become a mailbox. */
export function checkAgent(root: string, name: string): void {
  const known = agentNames(root)
  if (!known.includes(name)) {
    throw new LoopError('unknown_mail_agent', { name, known: known.join(', ') || 'none', place: shellWord(root) })
  }
}

/** The folder of a box, for reading: it need not be there. */
export function boxFolder(root: string, agent: string, box: Box): string {
  checkAgent(root, agent)
  return plainFolder(root, `agents/${agent}/${box}`)
}

/** The same for writing. */
export function openBox(root: string, agent: string, box: Box): string {
  checkAgent(root, agent)
  return ensureFolder(root, `agents/${agent}/${box}`)
}

/** A folder below the root, made where it is missing. */
export function ensureFolder(root: string, path: string): string {
  const folder = join(root, path)
  if (path !== '.') ensureFolder(root, dirname(path))
  if (statusOf(folder) === 'missing') makeFolder(folder)
  return plainFolder(root, path)
}

/** A folder below the root; a LoopError if it, or one above it, is a link or something else. */
export function plainFolder(root: string, path: string): string {
  const parts = path.split('/')
  for (const [index] of parts.entries()) {
    const above = parts.slice(0, index + 1).join('/')
    if (statusOf(join(root, above)) === 'other') throw new LoopError('linked_mail', { path: above })
  }
  return join(root, path)
}

function checkNewAgent(name: string, others: readonly string[]): void {
  if (!agentForm.test(name)) throw new LoopError('bad_mail_agent', { name, reason: 'it is no name for a folder' })
  const alike = others.find((other) => other !== name && other.toLowerCase() === name.toLowerCase())
  if (alike !== undefined) throw new LoopError('bad_mail_agent', { name, reason: `there is ${alike} too` })
}

function makeFolder(path: string): void {
  try {
    createFolder(path)
  } catch (error) {
    throw new LoopError('not_writable', { path, reason: reasonOf(error) }, { cause: error })
  }
}

function statusOf(path: string): 'folder' | 'other' | 'missing' {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat === undefined ? 'missing' : stat.isDirectory() ? 'folder' : 'other'
}
