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
  if (/refname '.*' is ambiguous/.test(answer.stderr)) throw new LoopError('ambiguous_ref', { ref })
  return answer.code === 0 ? answer.stdout.toString().trim() : undefined
}

async function resolveNamed(repository: Repository, name: string): Promise<Base> {
  for (const candidate of [name, `origin/${name}`]) {
    const commit = await resolveCommit(repository, candidate)
    if (commit !== undefined) return { name: candidate, commit }
  }
  throw unknownRef(repository, name)
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
  return refs.sort((a, b) => rank(a.full, branch) - rank(b.full, branch))[0]
}

/** Lower comes first. On main itself the remote's main tells more than main does. */
function rank(ref: string, branch: string): number {
  const isOrigin = ref.startsWith('refs/remotes/origin/')
  if (ref.endsWith('/HEAD')) return isOrigin ? 0 : 1
  if (ref === `refs/heads/${branch}`) return 9
  const byName = ref.endsWith('/main') ? 0 : 1
  if (ref.startsWith('refs/heads/')) return 2 + byName
  return (isOrigin ? 4 : 6) + byName
}

function shorten(ref: string): string {
  return ref.replace(/^refs\/(heads|remotes)\//, '')
}
