import { agentVariables, signingVariables, toolVariables } from '../exec.ts'
import type { Repository } from './repository.ts'

/** The remote that branches of others come from: origin, else the only one. Null: there is none, or several. */
export async function fetchRemote(repository: Repository): Promise<string | null> {
  const names = (await repository.read(['remote'])).split('\n').filter((name) => name !== '')
  return names.find((name) => name === 'origin') ?? (names.length === 1 ? (names[0] ?? null) : null)
}

/** Branch → the commit it is at; a branch that the remote does not have is missing. */
export type Tips = ReadonlyMap<string, string>

/**
 * Brings the commits of branches here, and tells which they are. Only objects are written: no branch, no reference, nothing
 * that somebody who works here meanwhile could notice. Nobody is asked for a password.
 */
export async function fetchCommits(
  repository: Repository,
  remote: string,
  branches: readonly string[],
): Promise<{ readonly tips: Tips } | { readonly problem: string }> {
  const references = [...new Set(branches)].map((branch) => `refs/heads/${branch}`)
  const listed = await ask(repository, ['ls-remote', '--quiet', '--', remote, ...references])
  if (listed.code !== 0) return { problem: listed.failure ?? reasonIn(listed.stderr) }
  const tips = readTips(listed.stdout.toString('utf8'), references)
  if (tips.size === 0) return { tips }
  const wanted = [...tips.keys()].map((branch) => `refs/heads/${branch}`)
  const problem = await fetchReferences(repository, remote, wanted)
  return problem === null ? { tips } : { problem }
}

/** The same for references by their full names. Null: they are here. */
export async function fetchReferences(
  repository: Repository,
  remote: string,
  references: readonly string[],
): Promise<string | null> {
  const fetched = await ask(repository, [...quietFetch, '--', remote, ...references])
  return fetched.code === 0 ? null : (fetched.failure ?? reasonIn(fetched.stderr))
}

function ask(repository: Repository, args: readonly string[]) {
  const env = { ...toolVariables(), ...agentVariables(), ...signingVariables(), GIT_ALTERNATE_OBJECT_DIRECTORIES: '' }
  return repository.try(args, { env, endsWithUs: true })
}

const quietFetch = [
  'fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--refmap=', '--no-auto-maintenance', '--no-recurse-submodules',
] // biome-ignore format: a list of words

/** What stands after a name of ours is the name: `ls-remote` also lists those that only end like it. */
function readTips(listing: string, references: readonly string[]): Tips {
  return new Map(
    listing.split('\n').flatMap((line) => {
      const [commit = '', reference = ''] = line.split('\t')
      return references.includes(reference) ? [[reference.slice('refs/heads/'.length), commit] as const] : []
    }),
  )
}

function reasonIn(stderr: string): string {
  const lines = stderr
    .replace(/\/\/[^/@\s]*@/g, '//')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('hint:'))
  const said = lines.find((line) => /^(fatal|error|remote): *\S/.test(line)) ?? lines[0]
  return said?.replace(/^(fatal|error|remote): */, '').slice(0, 300) ?? 'git fetch failed'
}
