import { join, resolve } from 'node:path'
import type { Environment } from '../../config/environment.ts'
import { LoopError } from '../../errors.ts'
import type { Forge } from '../../forge/forge.ts'
import type { RepositoryName } from '../../forge/remote.ts'
import { openRepository, type Repository } from '../../io/git/repository.ts'
import { stateFolder } from '../../io/state-folder.ts'
import type { Arguments } from '../command.ts'
import { remoteOf } from '../forge/connect.ts'
import { pickForge } from '../forge/pick-forge.ts'
import type { Reached } from '../forge/reached.ts'

export interface Located extends Pick<Reached, 'run' | 'takesAnnotations'> {
  /** Where the hand-off files are. */
  readonly folder: string
  readonly repository: RepositoryName
  /** Null: there is none here. */
  readonly clone: Repository | null
  readonly open: () => Promise<Forge>
}

/** The job that posts has no clone, and needs none where folder and repository are named. */
export async function locate(
  args: Arguments,
  cwd: string,
  variables: Environment['variables'],
  signal: AbortSignal,
): Promise<Located> {
  const [word, ...others] = args.words
  if (others.length > 0) throw new LoopError('usage', { problem: 'post takes one folder', command: 'post' })
  const wanted = { apiUrl: args.value('api-url'), repository: args.value('repository') ?? null, cwd, signal }
  const clone = await cloneAt(cwd, signal)
  const remote = clone instanceof LoopError ? null : await remoteOf(clone)
  const { named, name, run, takesAnnotations, open } = await pickForge(variables, { ...wanted, remote })
  if (clone instanceof LoopError && (word === undefined || named === null)) throw clone
  if (name === undefined) {
    const problem = named === null ? 'It is not known which repository it is.' : `"${named}" is no OWNER/NAME.`
    throw new LoopError('no_forge', { problem })
  }
  return {
    folder:
      word === undefined
        ? join(stateFolder(clone instanceof LoopError ? cwd : clone.root), 'handoff')
        : resolve(cwd, word),
    repository: name,
    run,
    takesAnnotations,
    clone: clone instanceof LoopError ? null : clone,
    open: async () => {
      const forge = await open()
      if ('problem' in forge) throw new LoopError('no_forge', { problem: forge.problem })
      return forge.value
    },
  }
}

/** Why there is none is thrown by whoever needs one. */
async function cloneAt(cwd: string, signal: AbortSignal): Promise<Repository | LoopError> {
  try {
    return await openRepository(cwd, signal)
  } catch (error) {
    if (error instanceof LoopError) return error
    throw error
  }
}
