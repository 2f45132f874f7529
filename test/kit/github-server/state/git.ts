import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChangedFile, Commit, Commits } from './commits.ts'

/** The commits of a real repository, bare as a rule: what is pushed there is what pull requests show. */
export function commitsOfGit(folder: string): Commits {
  const git = (...args: readonly string[]) =>
    execFileSync('git', [...args], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const gitFolder = existsSync(join(folder, '.git')) ? join(folder, '.git') : folder
  const changes = remembered((base: string, head: string) => readChanges(git, base, head))
  const find = remembered((revision: string) => readCommits(git, '-1', revision)[0])
  const between = remembered((base: string, head: string) => {
    const commits = readCommits(git, '--reverse', `${base}..${head}`)
    // One of the two may come with a later push.
    return commits.length > 0 ? commits : undefined
  })
  return {
    folder,
    branches: () => readBranches(gitFolder),
    find: (revision) => (isCommit(revision) ? find(revision) : readCommits(git, '-1', revision)[0]),
    between: (base, head) =>
      isCommit(base) && isCommit(head)
        ? (between(base, head) ?? [])
        : readCommits(git, '--reverse', `${base}..${head}`),
    changes,
    follow: (path, line, from, to) =>
      followLine(git('diff', '-U0', '--no-color', '--no-ext-diff', from, to, '--', path), line),
    isAncestor: (older, newer) => git('rev-list', '--count', `${newer}..${older}`).trim() === '0',
    publish: (number, head, fork) => {
      if (fork.folder !== null && fork.folder !== folder) git('fetch', '-q', fork.folder, head)
      git('update-ref', `refs/pull/${number}/head`, head)
    },
  }
}

/** What it is, and what leads to it, stays as it is. */
const isCommit = (revision: string): boolean => /^[0-9a-f]{40}$/.test(revision)

type Git = (...args: readonly string[]) => string

/**
 * From the files themselves: every request asks for the branches, and a process each time would be a third of all processes of the
 * tests. A branch that has a file of its own is newer than what was packed.
 */
function readBranches(gitFolder: string): Map<string, string> {
  const packed = join(gitFolder, 'packed-refs')
  const rows = existsSync(packed) ? readFileSync(packed, 'utf8').matchAll(/^([0-9a-f]{40}) refs\/heads\/(.+)$/gm) : []
  const branches = new Map([...rows].map(([, sha = '', name = '']) => [name, sha] as const))
  const heads = join(gitFolder, 'refs/heads')
  for (const name of readdirSync(heads, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.lock')) continue
    const sha = readLoose(join(heads, name))
    if (sha !== undefined) branches.set(name, sha)
  }
  return branches
}

/** Nothing where it is a folder, or is gone since it was listed. */
function readLoose(file: string): string | undefined {
  try {
    return /^[0-9a-f]{40}(?=\n$)/.exec(readFileSync(file, 'utf8'))?.[0]
  } catch {
    return undefined
  }
}

/** Nothing when there is no such revision. */
function readCommits(git: Git, ...args: readonly string[]): readonly Commit[] {
  let output: string
  try {
    output = git('log', '--format=%H%x00%P%x00%cI%x00%B%x01', ...args, '--')
  } catch {
    return []
  }
  const records = output.split('\x01').map((record) => record.trimStart().split('\0'))
  return records.flatMap(([sha = '', parents = '', date = '', message = '']) =>
    sha === ''
      ? []
      : [
          {
            sha,
            message: message.trim(),
            date: new Date(date).toISOString(),
            parents: parents.split(' ').filter(Boolean),
          },
        ],
  )
}

const statuses = { A: 'added', D: 'removed', R: 'renamed', M: 'modified' } as const

function readChanges(git: Git, base: string, head: string): readonly ChangedFile[] {
  const range = `${base}...${head}`
  const diff = (...args: readonly string[]) => git('diff', '-M', '--no-color', '--no-ext-diff', ...args, range)
  const patches = diff('-p').split(/^(?=diff --git )/m)
  const names = diff('--name-status', '-z').split('\0')
  const files: ChangedFile[] = []
  for (let index = 0; index < names.length - 1; ) {
    const letter = names[index]?.charAt(0) ?? ''
    const isRenamed = letter === 'R'
    const [first = '', second = ''] = names.slice(index + 1)
    const text = patches[files.length] ?? ''
    const start = text.search(/^@@ /m)
    const patch = start < 0 ? undefined : text.slice(start).replace(/\n$/, '')
    const count = (sign: string) => (patch ?? '').split('\n').filter((line) => line.startsWith(sign)).length
    files.push({
      filename: isRenamed ? second : first,
      ...(isRenamed ? { previous: first } : {}),
      status: letter === 'A' || letter === 'D' || letter === 'R' ? statuses[letter] : statuses.M,
      additions: count('+'),
      deletions: count('-'),
      ...(patch === undefined ? {} : { patch }),
    })
    index += isRenamed ? 3 : 2
  }
  return files
}

/** Reads a patch without context: a line within a hunk has changed, one below a hunk has moved. */
function followLine(patch: string, line: number): number | null {
  let moved = line
  for (const [, start, removed = '1', , added = '1'] of patch.matchAll(
    /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm,
  )) {
    const [first, before, after] = [Number(start), Number(removed), Number(added)]
    if (before > 0 && line >= first && line < first + before) return null
    if (line > first) moved += after - before
  }
  return /^deleted file/m.test(patch) ? null : moved
}

function remembered<A extends readonly string[], T>(compute: (...args: A) => T): (...args: A) => T {
  const known = new Map<string, T>()
  return (...args) => {
    const key = args.join('\0')
    const value = known.get(key) ?? compute(...args)
    known.set(key, value)
    return value
  }
}
