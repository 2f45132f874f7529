import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export type Files = Readonly<Record<string, string | Uint8Array | null>>

export interface TestRepository {
  readonly path: string
  readonly git: (...args: string[]) => string
  /** Writes files; null removes one. */
  readonly write: (files: Files) => void
  /** Writes files and commits everything. Without a message no agent is asked about the words of the author: one call less for each review. */
  readonly commit: (message: string, files?: Files) => string
}

const made: string[] = []

/** After each file of tests, not after each test: those of one file may run side by side. */
export function removeTemporaryFolders(): void {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true })
}

export function temporaryFolder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'review-loop-test-')))
  made.push(path)
  return path
}

/** A real repository on `main` with one commit, and a branch `topic` checked out. Removed after the tests. */
export function createRepository(base: Files = { 'README.md': '# Test\n' }): TestRepository {
  const repository = emptyRepository()
  const start = repository.commit('Start', base)
  // What `git switch -c topic` does, without another process.
  writeFileSync(join(repository.path, '.git/refs/heads/topic'), `${start}\n`)
  writeFileSync(join(repository.path, '.git/HEAD'), 'ref: refs/heads/topic\n')
  return repository
}

/** Made once for a file of tests: most tests need a repository of their own, and starting git takes longer than copying what it wrote. */
let template: string | undefined

export function emptyRepository(path = temporaryFolder()): TestRepository {
  if (template === undefined || !existsSync(template)) {
    template = temporaryFolder()
    openedRepository(template).git('init', '-q', '--template=', '-b', 'main')
  }
  cpSync(join(template, '.git'), join(path, '.git'), { recursive: true })
  return openedRepository(path)
}

export function openedRepository(path: string): TestRepository {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: path, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const write = (files: Files) => {
    for (const [name, content] of Object.entries(files)) {
      const file = join(path, name)
      if (content === null) rmSync(file, { recursive: true, force: true })
      else {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, content)
      }
    }
  }
  return {
    path,
    git,
    write,
    commit: (message, files = {}) => {
      write(files)
      git('add', '-A')
      git('commit', '-q', '--allow-empty', '--allow-empty-message', '-m', message)
      return headIn(path) ?? git('rev-parse', 'HEAD').trim()
    },
  }
}

/** The commit that is checked out, by its files: there is nothing to start. Undefined where git keeps them elsewhere. */
function headIn(path: string): string | undefined {
  const read = (name: string) => {
    const file = join(path, '.git', name)
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  }
  const head = read('HEAD')
  const commit = head?.startsWith('ref: ') ? read(head.slice(5)) : head
  return commit !== undefined && /^[0-9a-f]{40}$/.test(commit) ? commit : undefined
}
