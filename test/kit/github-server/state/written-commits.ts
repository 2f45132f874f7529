import type { ChangedFile, Commits } from './commits.ts'
import { linesOf } from './patch.ts'

/** A branch as a test says it is: the commit it ends at, and what that changes. */
export interface WrittenHead {
  readonly sha: string
  readonly files?: readonly Pick<ChangedFile, 'filename' | 'patch'>[]
}

export interface WrittenCommits extends Commits {
  readonly set: (branch: string, head: WrittenHead) => void
}

/** Commits without a repository, for tests that need no more than ids and patches. */
export function writtenCommits(date: () => string): WrittenCommits {
  const branches = new Map<string, string>()
  const heads = new Map<string, { readonly files: readonly ChangedFile[]; readonly date: string }>()
  const find = (revision: string) => {
    const sha = branches.get(revision) ?? revision
    const head = heads.get(sha)
    return head && { sha, message: `Commit ${sha.slice(0, 7)}`, date: head.date, parents: [] }
  }
  const textAt = (sha: string, path: string, line: number) =>
    heads
      .get(sha)
      ?.files.filter(({ filename }) => filename === path)
      .map((file) => linesOf(file).RIGHT.get(line)?.text)[0]
  return {
    folder: null,
    branches: () => branches,
    find,
    between: (base, head) => (base === head ? [] : [find(head) ?? []].flat()),
    changes: (_, head) => heads.get(head)?.files ?? [],
    // All that can be known of it: the same line says the same.
    follow: (path, line, from, to) => (textAt(from, path, line) === textAt(to, path, line) ? line : null),
    isAncestor: () => true,
    publish: () => {},
    set: (branch, { sha, files = [] }) => {
      branches.set(branch, sha)
      heads.set(sha, { date: date(), files: files.map(complete) })
    },
  }
}

function complete(file: Pick<ChangedFile, 'filename' | 'patch'>): ChangedFile {
  const { LEFT, RIGHT } = linesOf(file)
  const [left, right] = [[...LEFT.values()], [...RIGHT.values()]]
  const only = (own: typeof left, other: typeof left) =>
    own.filter(({ position }) => !other.some((line) => line.position === position)).length
  return { ...file, status: 'modified', additions: only(right, left), deletions: only(left, right) }
}
