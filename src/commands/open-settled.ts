import { abandonedMarks } from '../io/agent-mark.ts'
import { openRepository, type Repository } from '../io/git/repository.ts'

/** For commands that believe what is in the repository: not after a kill in the middle of an agent's work that left traces. */
export async function openSettled(cwd: string, signal?: AbortSignal): Promise<Repository> {
  const repository = await openRepository(cwd, signal)
  const marks = abandonedMarks(repository.root)
  if (marks.length === 0) return repository
  const { settleMark } = await import('../agents/guard/after-kill.ts')
  for (const mark of marks) await settleMark(repository, mark)
  return repository
}
