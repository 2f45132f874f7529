import { readEnvironment } from '../../config/environment.ts'
import type { Answer, Forge } from '../../forge/forge.ts'
import type { Repository } from '../../io/git/repository.ts'
import { pickForge } from './pick-forge.ts'
import type { Reached } from './reached.ts'

export interface Connection extends Pick<Reached, 'run' | 'name' | 'headReference'> {
  /** The problem: there is no token, or nobody says which repository it is. */
  readonly forge: Answer<Forge>
}

/** The forge of this repository. Nothing is asked yet, but a program of the forge for its token. */
export async function connect(
  repository: Repository,
  { apiUrl, signal }: { readonly apiUrl: string | undefined; readonly signal: AbortSignal },
): Promise<Connection> {
  const { run, name, headReference, open } = await pickForge(readEnvironment().variables, {
    ...{ apiUrl, signal, cwd: repository.root, repository: null },
    remote: await remoteOf(repository),
  })
  return { run, name, headReference, forge: await open() }
}

/** Where a clone comes from; null: from nowhere. */
export async function remoteOf(repository: Pick<Repository, 'try'>): Promise<string | null> {
  const { code, stdout } = await repository.try(['remote', 'get-url', 'origin'])
  return code === 0 ? stdout.toString().trim() : null
}
