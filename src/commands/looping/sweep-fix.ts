import { broughtIn, failingChecks } from '../../core/fix/brought-in.ts'
import type { ValidationResult } from '../../core/loop/types.ts'
import type { Repository } from '../../io/git/repository.ts'
import { emptyTree } from '../../io/git/resolve-scope.ts'
import type { Config } from '../../types.ts'
import { judgeSwept, sweepTrees } from '../reviewing/sweep-trees.ts'

/** What blocks of what a fix brings in, by the built-in sweep and under the rules of the house; as trees, before and after it. */
export async function sweepFix(
  repository: Repository,
  config: Config,
  before: string,
  after: string,
): Promise<readonly ValidationResult[]> {
  if (config.builtin.disable.includes('hygiene')) return []
  const swept = await sweepTrees(repository, { baseTree: before, headTree: after, paths: [] }, config)
  if (swept.found.length === 0) return []
  const paths = swept.files.flatMap(({ path, oldPath }) => (oldPath === null ? [path] : [path, oldPath]))
  const earlier = { baseTree: await emptyTree(repository), headTree: before, paths }
  const found = broughtIn(swept.found, (await sweepTrees(repository, earlier, config)).found)
  const today = new Date().toISOString().slice(0, 10)
  return failingChecks(await judgeSwept(repository, { ...swept, found }, config, today))
}
