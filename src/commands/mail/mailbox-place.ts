import { isAbsolute, join, relative, sep } from 'node:path'
import { LoopError } from '../../errors.ts'
import type { Repository } from '../../io/git/repository.ts'
import { stateFolder } from '../../io/state-folder.ts'

/** Why a mailbox is in the way of the work: git sees its messages, and they count as edits. Null: it is not. */
export async function whyInTheWay(repository: Repository | null, mailbox: string): Promise<string | null> {
  if (repository === null || `${mailbox}${sep}`.startsWith(`${stateFolder(repository.root)}${sep}`)) return null
  const path = relative(repository.root, mailbox)
  if (path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) return null
  const ignored = await repository.try([
    '--no-literal-pathspecs',
    'check-ignore',
    '-q',
    '--',
    `./${join(path, 'agents')}`,
  ])
  if (ignored.code === 0) return null
  const what = `the mailbox ${path || '.'} is among the files of the repository, where every message counts as an edit`
  return `${what}: put it under .review-loop, outside of the repository, or into .gitignore`
}

export async function requireOutOfTheWay(repository: Repository, mailbox: string, command: string): Promise<void> {
  const problem = await whyInTheWay(repository, mailbox)
  if (problem !== null) throw new LoopError('usage', { problem, command })
}
