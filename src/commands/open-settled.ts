import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { LoopError } from '../errors.ts'
import { abandonedMarks } from '../io/agent-mark.ts'
import { gitFolder, namedGitFolder } from '../io/git/git-folder.ts'
import { openRepository, type Repository } from '../io/git/repository.ts'

/**
 * For commands that believe what is in the repository: not after a kill in the middle of an agent's work that left traces, nor
 * after an agent was rejected for what it did there, until a person has looked.
 */
export async function openSettled(cwd: string, signal?: AbortSignal): Promise<Repository> {
  const repository = await openOrExplain(cwd, signal)
  await refuseLost(cwd, repository.root)
  await requireSettled(repository)
  return repository
}

/** The same for one that is open, between two steps of a longer work. */
export async function requireSettled(repository: Repository): Promise<void> {
  const marks = abandonedMarks({ root: repository.root, common: gitFolder(repository).common })
  if (marks.length === 0) return
  const { settleMark } = await import('../agents/guard/after-kill.ts')
  for (const mark of marks) await settleMark(repository, mark)
}

async function openOrExplain(cwd: string, signal?: AbortSignal): Promise<Repository> {
  try {
    return await openRepository(cwd, signal)
  } catch (error) {
    const isUnreadable = error instanceof LoopError && unreadable.includes(error.code)
    if (isUnreadable) await refuseLost(cwd, null)
    throw error
  }
}

const unreadable: readonly string[] = ['not_repository', 'bare_repository', 'git_failed']

/** A folder without its .git is no repository, or part of the one above: the user means neither. */
async function refuseLost(cwd: string, above: string | null): Promise<void> {
  for (let root = realpathSync(cwd); root !== above && root !== dirname(root); root = dirname(root)) {
    const [mark] = abandonedMarks({ root, common: namedGitFolder(root) })
    if (mark === undefined) continue
    const { lostRepository } = await import('../agents/guard/after-kill.ts')
    throw lostRepository(mark, root)
  }
}
