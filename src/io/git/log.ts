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

/**
 * Commits between a commit and what is checked out that have this trailer, oldest first. What was merged in is not looked at.
 */
export async function commitsWithTrailer(
  repository: Repository,
  base: string,
  trailer: string,
): Promise<readonly string[]> {
  const format = `--format=%H %(trailers:key=${trailer},valueonly,separator=%x20)`
  const log = await repository.read(['log', '--first-parent', '--reverse', format, `${base}..HEAD`])
  return log.split('\n').flatMap((line) => {
    const [commit = '', value = ''] = line.split(' ')
    return value === '' ? [] : [commit]
  })
}

/** The newest commit since another one whose message has these words; null: there is none. */
export async function commitSaying(repository: Repository, base: string, words: string): Promise<string | null> {
  const found = ['--fixed-strings', `--grep=${words}`, '--max-count=1', '--format=%H']
  const log = await repository.read(['log', '--first-parent', ...found, `${base}..HEAD`])
  return log.trim() || null
}
