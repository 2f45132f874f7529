import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gitFolder } from '../../io/git/git-folder.ts'
import { failed, type GitOptions, type Repository } from '../../io/git/repository.ts'
import type { Fingerprint } from './fingerprint.ts'
import { textOf } from './references.ts'

/**
 * Makes `root` a repository with the branches and the index of the recorded one. It reads the objects of that one. `hidden`:
 * commits that are not to be seen in it, the oldest first.
 */
export async function copyGitFolder(
  before: Fingerprint,
  root: string,
  hidden: ReadonlySet<string>,
): Promise<Repository> {
  const { repository: original } = before
  const copy = askIn(original, root)
  const [references, head, settings] = await Promise.all([
    original.read(['for-each-ref', referenceLine]),
    headOf(before),
    // Those that decide how a file on the disk is compared with its object.
    original.try(['config', '--get-regexp', '^core\\.(autocrlf|eol|filemode)$']),
  ])
  const made = await copy.try(['init', '-q', '--template=', `--object-format=${original.objectFormat}`])
  if (made.code !== 0) throw failed(['init'], made)
  put('objects/info/alternates', `${original.objectsDir}\n`)
  const [first] = hidden
  const seen =
    first === undefined ? { references, head } : await withoutCommits(original, copy, { references, head }, first)
  put('packed-refs', seen.references)
  put('HEAD', seen.head)
  appendFileSync(join(copy.gitDir, 'config'), settingLines(settings.stdout.toString('utf8')))
  putRecorded()
  return copy

  function put(name: string, content: Uint8Array | string): void {
    mkdirSync(dirname(join(copy.gitDir, name)), { recursive: true })
    writeFileSync(join(copy.gitDir, name), content)
  }

  function putRecorded(): void {
    const { own } = gitFolder(original)
    for (const [path, { content }] of before.git) {
      const isShared = ['info/exclude', 'info/attributes', 'shallow'].includes(path)
      const isOwn = path === `${own}index` || path.startsWith(`${own}sharedindex.`)
      if (content && (isShared || isOwn)) put(isOwn ? path.slice(own.length) : path, content)
    }
  }
}

const referenceLine = '--format=%(objectname) %(refname)'

interface Seen {
  /** One on a line. */
  readonly references: string
  /** As in the file of that name: a branch, or a commit where none is checked out. */
  readonly head: string
}

/**
 * The files stay, but what the hidden commits say about them goes: from the first of them on, what is checked out is one
 * commit. Other references that lead to it, and our own, are left out.
 */
async function withoutCommits(
  original: Repository,
  copy: Repository,
  { references, head }: Seen,
  first: string,
): Promise<Seen> {
  const branch = /^ref: (\S+)/.exec(head)?.[1]
  const at = await original.read(['rev-parse', '--verify', 'HEAD'])
  const flat = await flattened(copy, at.trim(), `${first}^`)
  const leading = new Set((await original.read(['for-each-ref', '--contains', first, referenceLine])).split('\n'))
  const others = references.split('\n').filter((line) => !leading.has(line) && !line.includes(' refs/review-loop/'))
  const own = branch === undefined ? [] : [`${flat} ${branch}`]
  const lines = [...others, ...own].filter((line) => line !== '')
  return { references: lines.map((line) => `${line}\n`).join(''), head: branch === undefined ? `${flat}\n` : head }
}

async function flattened(copy: Repository, commit: string, parent: string): Promise<string> {
  const who = { NAME: 'review-loop', EMAIL: 'review-loop@localhost' }
  const env = Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((role) => Object.entries(who).map(([key, value]) => [`GIT_${role}_${key}`, value])),
  )
  const made = await copy.read(['commit-tree', `${commit}^{tree}`, '-p', parent, '-m', 'The change under review'], {
    env,
  })
  return made.trim()
}

async function headOf({ repository, git }: Fingerprint): Promise<string> {
  const recorded = textOf(git, `${gitFolder(repository).own}HEAD`)
  // Where references are stored otherwise, the file is there but names no branch.
  if (/^(?:ref: refs\/heads\/[^.\s]\S*|[0-9a-f]{40,64})\n$/.test(recorded)) return recorded
  const branch = await repository.try(['symbolic-ref', '-q', 'HEAD'])
  if (branch.code === 0) return `ref: ${branch.stdout.toString('utf8')}`
  return repository.read(['rev-parse', '--verify', 'HEAD'])
}

/** `core.eol lf` → a line of a configuration file. */
function settingLines(list: string): string {
  const lines = [...list.matchAll(/^core\.(\w+) (\w+)$/gm)].map(([, name, value]) => `\t${name} = ${value}\n`)
  return `[core]\n${lines.join('')}[gc]\n\tauto = 0\n`
}

/** Variables that point git elsewhere, such as a hook sets them, do not apply. */
function askIn(original: Repository, root: string): Repository {
  const gitDir = join(root, '.git')
  const [indexFile, objectsDir] = [join(gitDir, 'index'), join(gitDir, 'objects')]
  const env = {
    GIT_DIR: gitDir,
    GIT_COMMON_DIR: gitDir,
    GIT_WORK_TREE: root,
    GIT_INDEX_FILE: indexFile,
    GIT_OBJECT_DIRECTORY: objectsDir,
    GIT_DEFAULT_REF_FORMAT: 'files',
  }
  const here = (args: readonly string[]) => ['-C', root, ...args]
  const pinned = (options: GitOptions = {}) => ({ ...options, env: { ...env, ...options.env } })
  return {
    ...original,
    root,
    gitDir,
    indexFile,
    objectsDir,
    prefix: '',
    try: (args, options) => original.try(here(args), pinned(options)),
    read: (args, options) => original.read(here(args), pinned(options)),
    stream: (args, onChunk, options) => original.stream(here(args), onChunk, pinned(options)),
  }
}
