import { isAbsolute, normalize } from 'node:path'
import { LoopError } from '../../errors.ts'
import type { Repository } from '../../io/git/repository.ts'

/**
 * Documents that git sees would be part of the change: reviewers of the next round would read them, and the loop would take
 * them for somebody else's work.
 */
export async function requireHiddenFolder(repository: Repository, folder: string, where: string): Promise<void> {
  const path = normalize(folder)
  const refuse = (problem: string) => new LoopError('bad_config', { file: where, problems: `loop.findings ${problem}` })
  if (isAbsolute(path) || path === '..' || path.startsWith('../')) throw refuse('must be a folder in the repository')
  if (path.startsWith('.review-loop/')) return
  const { code } = await repository.try([
    '--no-literal-pathspecs',
    'check-ignore',
    '--quiet',
    '--',
    `${path}/document.md`,
  ])
  if (code !== 0) throw refuse(`names ${folder}, which git does not ignore: add it to .gitignore`)
}
