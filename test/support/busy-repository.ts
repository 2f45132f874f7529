import {
  chmodSync, cpSync, existsSync, readdirSync, readFileSync, readlinkSync, statSync, symlinkSync,
} from 'node:fs' // biome-ignore format: a list of names
import { join } from 'node:path'
import { createRepository, openedRepository, type TestRepository, temporaryFolder } from './repository.ts'

let template: TestRepository | undefined

/** A fresh one for each test. */
export function busyRepository(): TestRepository {
  const path = join(temporaryFolder(), 'repository')
  if (template === undefined || !existsSync(template.path)) template = makeBusyRepository()
  cpSync(template.path, path, { recursive: true, verbatimSymlinks: true })
  return openedRepository(path)
}

/** A repository in the middle of somebody's work: staged, unstaged, untracked, deleted, ignored, stashed. */
function makeBusyRepository(): TestRepository {
  const test = createRepository({
    'clean.txt': 'clean\n',
    'edited.txt': 'before\n',
    'staged.txt': 'before\n',
    'both.txt': 'before\n',
    'deleted.txt': 'soon gone\n',
    'src/deep/code.js': 'let a = 1\n',
    'src/other.js': 'let b = 1\n',
    'run.sh': '#!/bin/sh\n',
    '.gitignore': 'dist/\n.env\n',
  })
  chmodSync(join(test.path, 'run.sh'), 0o755)
  symlinkSync('clean.txt', join(test.path, 'link'))
  test.commit('with a link')
  test.write({ 'clean.txt': 'stashed\n' })
  test.git('stash', '-q')
  test.git('tag', 'v1')
  test.git('branch', 'feature/one')
  test.git('pack-refs', '--all')
  test.git('branch', 'two')
  test.write({ 'staged.txt': 'staged\n', 'both.txt': 'staged\n' })
  test.git('add', 'staged.txt', 'both.txt')
  test.write({
    'edited.txt': 'edited by the user\r\n',
    'both.txt': 'edited again\n',
    'deleted.txt': null,
    'untracked.txt': 'mine\n',
    'notes/ü "quoted"\n.txt': 'also mine\n',
    'dist/bundle.js': 'built\n',
    '.env': 'KEY=value\n',
    '.review-loop/waivers.yaml': 'waivers: []\n',
    '.git/hooks/pre-commit': '#!/bin/sh\nexit 0\n',
  })
  chmodSync(join(test.path, 'untracked.txt'), 0o640)
  return test
}

/** Everything about a repository that its owner could miss. */
export function stateOf({ path, git }: TestRepository): Record<string, unknown> {
  return {
    files: filesBelow(path, /^(\.git|\.review-loop\/(cache|tmp|undone|agent-[\d-]+\.lock))$/),
    git: filesBelow(join(path, '.git'), /^(objects|index)$/),
    index: git('ls-files', '--stage', '-v'),
    status: git('status', '--porcelain', '--ignored').replace(/^.. \.review-loop\/.*\n/gm, ''),
  }
}

function filesBelow(root: string, without: RegExp, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (without.test(path)) return []
    if (entry.isDirectory()) return filesBelow(root, without, path)
    const file = join(root, path)
    if (entry.isSymbolicLink()) return [`${path} → ${readlinkSync(file)}`]
    return [`${path} ${(statSync(file).mode & 0o777).toString(8)} ${readFileSync(file, 'latin1')}`]
  })
}
