/** What the operating system refused, in a sentence and what to do about it; undefined: it is another kind of failure, so a bug. */
export function explainRefusal(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  const cause = causes.get(error.code)
  if (cause === undefined) return undefined
  const [problem, remedy] = cause
  const place = 'path' in error && typeof error.path === 'string' ? `${error.path}: ` : ''
  return `review-loop: ${place}${problem}.\n${' '.repeat(13)}${remedy}\n`
}

const permissions = 'Check who owns the folder and whether you may write there: ls -ld FOLDER'
const descriptors = 'Allow more open files, then run the same command again: ulimit -n 1024'
const space = 'Make room on the disk, then run the same command again.'

const causes: ReadonlyMap<string, readonly [problem: string, remedy: string]> = new Map([
  ['EACCES', ['permission denied', permissions]],
  ['EPERM', ['not permitted', permissions]],
  ['EROFS', ['the file system is read-only', permissions]],
  ['EMFILE', ['too many files are open', descriptors]],
  ['ENFILE', ['too many files are open on this machine', 'End other programs, then run the same command again.']],
  ['ENOSPC', ['no space is left', space]],
  ['EDQUOT', ['your disk quota is used up', space]],
])
