import { randomBytes } from 'node:crypto'
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { parseJson } from '../../core/values/parse-json.ts'
import { LoopError } from '../../errors.ts'
import { namesIn, readForeign, reasonOf, removeAbandoned, writeQuickly } from '../files.ts'
import { isAlive, ownIdentity, type ProcessIdentity } from '../process-identity.ts'
import { abandonedMs, boxFolder, openBox } from './layout.ts'

// A message is taken by renaming it: of several who try, the file system lets one. Who took it is written down before, under
// the same token; a claim whose holder has died, or that names none, is given back by whoever comes next.

export interface ClaimedFile {
  readonly agent: string
  /** As it was called in the inbox. */
  readonly file: string
  readonly token: string
}

/** Null: somebody else was quicker. */
export function takeFile(root: string, agent: string, file: string): ClaimedFile | null {
  const claimed = { agent, file, token: randomBytes(8).toString('hex') }
  const holder = { ...ownIdentity(), since: new Date().toISOString() }
  const folder = openBox(root, agent, 'claims')
  writeQuickly(holderFile(folder, claimed.token), `${JSON.stringify(holder, null, 2)}\n`)
  if (move(join(boxFolder(root, agent, 'inbox'), file), claimedPath(root, claimed))) return claimed
  rmSync(holderFile(folder, claimed.token), { force: true })
  return null
}

export function claimedPath(root: string, { agent, file, token }: ClaimedFile): string {
  return join(boxFolder(root, agent, 'claims'), `${token}.${file}`)
}

/** False when the claim was not ours any more. */
export function endClaim(root: string, claimed: ClaimedFile, box: 'inbox' | 'processed'): boolean {
  const isMoved = move(claimedPath(root, claimed), join(openBox(root, claimed.agent, box), claimed.file))
  rmSync(holderFile(boxFolder(root, claimed.agent, 'claims'), claimed.token), { force: true })
  return isMoved
}

export interface Claimed extends ClaimedFile {
  /** Null: nobody is known to hold it. */
  readonly holder: Holder | null
  /** Whoever is on another machine counts as alive. */
  readonly isLive: boolean
}

export function listClaims(root: string, agent: string): readonly Claimed[] {
  const folder = boxFolder(root, agent, 'claims')
  return namesIn(folder).flatMap((name) => {
    const [, token, file] = /^([0-9a-f]{16})\.([^.].*\.ya?ml)$/s.exec(name) ?? []
    if (token === undefined || file === undefined) return []
    const holder = readHolder(folder, token)
    return [{ agent, file, token, holder, isLive: holder !== null && isAlive(holder) }]
  })
}

/** Gives back what dead processes had taken; says which messages those are. */
export function giveBackDead(root: string, agent: string): readonly string[] {
  const dead = listClaims(root, agent).filter(({ isLive }) => !isLive)
  const given = dead.filter((claimed) => endClaim(root, claimed, 'inbox')).map(({ file }) => file)
  removeEmptyClaims(boxFolder(root, agent, 'claims'))
  removeAbandoned(boxFolder(root, agent, 'claims'), abandonedMs)
  return given
}

const holderSchema = v.object({
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  started: v.nullable(v.string()),
  host: v.string(),
  since: v.string(),
})

export type Holder = ProcessIdentity & { readonly since: string }

const holderFile = (folder: string, token: string): string => join(folder, `${token}.json`)

function readHolder(folder: string, token: string): Holder | null {
  const content = readForeign(holderFile(folder, token), 10_000)
  const holder = 'text' in content ? v.safeParse(holderSchema, parseJson(content.text)) : undefined
  return holder?.success === true ? holder.output : null
}

/** Of those who died before they took anything, and those who were not quick enough. */
function removeEmptyClaims(folder: string): void {
  const names = namesIn(folder)
  for (const name of names) {
    const [, token] = /^([0-9a-f]{16})\.json$/.exec(name) ?? []
    if (token === undefined || names.some((other) => other !== name && other.startsWith(`${token}.`))) continue
    const holder = readHolder(folder, token)
    if (holder !== null && !isAlive(holder)) rmSync(join(folder, name), { force: true })
  }
}

/** False when it is not there. */
function move(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw new LoopError('not_writable', { path: to, reason: reasonOf(error) }, { cause: error })
  }
}
