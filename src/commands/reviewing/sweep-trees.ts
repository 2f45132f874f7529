import { createHygiene } from '../../core/hygiene/index.ts'
import { judge } from '../../core/verdict/judge.ts'
import { readContents } from '../../io/git/contents.ts'
import { readChange, type TreePair } from '../../io/git/read-change.ts'
import type { Repository } from '../../io/git/repository.ts'
import type { ChangedFile, Config, Finding, RawFinding } from '../../types.ts'

export interface Swept {
  readonly files: readonly ChangedFile[]
  readonly found: readonly RawFinding[]
}

/** What the built-in sweep finds in the difference of two trees, before the rules of the house. Sizes of files are not asked for. */
export async function sweepTrees(repository: Repository, trees: TreePair, config: Config): Promise<Swept> {
  const hygiene = createHygiene({ largeFileKb: config.limits.largeFileKb })
  const files = await readChange(repository, trees, { onAdded: hygiene.addLine })
  return { files, found: hygiene.finish(files, new Map()).findings }
}

/** What counts of it: less ignored paths, rules that are off and what is waived, with the severities of the house. `today`: 'YYYY-MM-DD', for waivers. */
export async function judgeSwept(
  repository: Repository,
  { files, found }: Swept,
  config: Config,
  today: string,
): Promise<readonly Finding[]> {
  const quoted = new Set(found.map(({ file }) => file))
  const read = files.filter(({ path }) => quoted.has(path))
  const contents = await readContents(repository, read, quotedFileBytes)
  return judge(found, { files, contents, carried: [], config, today }).findings
}

const quotedFileBytes = 64 * 1024 * 1024
