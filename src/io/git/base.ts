import { LoopError } from '../../errors.ts'
import type { Repository } from './repository.ts'

export interface Base {
  readonly name: string
  readonly commit: string
}

/** The named base, else the remote's default branch, else main or master. */
export async function findBase(repository: Repository, named: string | null, branch: string): Promise<Base> {
  if (named !== null) return resolveNamed(repository, named)
  const found = await findDefault(repository, branch)
  if (found !== undefined) return found
  throw repository.shallow ? new LoopError('shallow', { missing: 'a base to compare with' }) : new LoopError('no_base')
}

export function unknownRef(repository: Repository, ref: string): LoopError {
  if (repository.shallow) return new LoopError('shallow', { missing: `a commit called ${ref}` })
  return new LoopError('unknown_ref', { ref })
}

export async function resolveCommit(repository: Repository, ref: string): Promise<string | undefined> {
  const answer = await repository.try(['rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`])
  // git prefers a tag to a branch of the same name, and tags come along with a fetch from anybody.
  if (/refname '.*' is ambiguous/.test(answer.stderr))
    throw new LoopError('ambiguous_ref', { ref, whole: `refs/heads/${ref}` })
  return answer.code === 0 ? answer.stdout.toString().trim() : undefined
}

async function resolveNamed(repository: Repository, name: string): Promise<Base> {
  for (const candidate of [name, `origin/${name}`]) {
    const commit = await resolveCommit(repository, candidate)
    if (commit === undefined) continue
    if (candidate === name) await refuseTagForBranch(repository, name)
    return { name: candidate, commit }
  }
  throw unknownRef(repository, name)
}

/** A clone often has no branch `main` of its own: a tag of that name must not stand in for `origin/main`. */
async function refuseTagForBranch(repository: Repository, name: string): Promise<void> {
  const isThere = async (ref: string) => (await repository.try(['show-ref', '--verify', '--quiet', ref])).code === 0
  if (!(await isThere(`refs/tags/${name}`))) return
  const branch = `origin/${name}`
  if (await isThere(`refs/remotes/${branch}`)) throw new LoopError('ambiguous_ref', { ref: name, whole: branch })
}

async function findDefault(repository: Repository, branch: string): Promise<Base | undefined> {
  const patterns = ['main', 'master'].flatMap((name) => [`refs/heads/${name}`, `refs/remotes/*/${name}`])
  const listing = await repository.read([
    'for-each-ref',
    '--format=%(refname)%09%(symref)%09%(objectname)',
    'refs/remotes/*/HEAD',
    ...patterns,
  ])
  const refs = listing
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'))
    .map(([name = '', target = '', commit = '']) => ({ name: shorten(target || name), full: name, commit }))
    // git lists `main/x` for the pattern `main`, too.
    .filter(({ full }) => /^refs\/(?:heads|remotes\/[^/]+)\/(?:HEAD|main|master)$/.test(full))
    .sort((a, b) => rank(a.full, branch) - rank(b.full, branch))
  const [first] = refs
  const others = new Set(refs.map(({ full }) => otherRemote(full)).filter((name) => name !== undefined))
  return first !== undefined && otherRemote(first.full) !== undefined && others.size > 1 ? undefined : first
}

/**
 * Lower comes first. On main itself the remote's main tells more than main does. A remote that is not origin may be the fork of a
 * colleague: it comes after the branches that are here.
 */
function rank(ref: string, branch: string): number {
  if (ref === 'refs/remotes/origin/HEAD') return 0
  if (ref === `refs/heads/${branch}`) return 9
  const byName = ref.endsWith('/main') ? 0 : 1
  if (ref.startsWith('refs/heads/')) return 1 + byName
  if (otherRemote(ref) === undefined) return 3 + byName
  return ref.endsWith('/HEAD') ? 5 : 6 + byName
}

function otherRemote(ref: string): string | undefined {
  return /^refs\/remotes\/(?!origin\/)([^/]+)\//.exec(ref)?.[1]
}

function shorten(ref: string): string {
  return ref.replace(/^refs\/(heads|remotes)\//, '')
}
