import type { Repository } from './repository.ts'

const mostSubjects = 100

/** First lines of the commits between two, newest first, without merges and without those that are left out. */
export async function readCommitSubjects(
  repository: Repository,
  base: string,
  head: string,
  leftOut: ReadonlySet<string> = new Set(),
): Promise<readonly string[]> {
  const log = await repository.read([
    'log',
    '--no-merges',
    `--max-count=${mostSubjects}`,
    '--format=%H %s',
    `${base}..${head}`,
  ])
  return log
    .split('\n')
    .map((line) => ({ commit: line.slice(0, line.indexOf(' ')), subject: line.slice(line.indexOf(' ') + 1) }))
    .filter(({ commit, subject }) => subject !== '' && !leftOut.has(commit))
    .map(({ subject }) => subject)
}
