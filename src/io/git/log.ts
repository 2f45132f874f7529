import type { Repository } from './repository.ts'

const mostSubjects = 100

/** First lines of the commits between two, newest first, without merges. */
export async function readCommitSubjects(
  repository: Repository,
  base: string,
  head: string,
): Promise<readonly string[]> {
  const log = await repository.read([
    'log',
    '--no-merges',
    `--max-count=${mostSubjects}`,
    '--format=%s',
    `${base}..${head}`,
  ])
  return log.split('\n').filter((line) => line !== '')
}
