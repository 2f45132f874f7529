import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { reviewLoop } from '../support/program.ts'
import { createRepository, type TestRepository } from '../support/repository.ts'
import { attack } from './attack.ts'

const key = `AKIA${'Z7QW3ERT5YUIOP2L'}`
const withSecret = `export const key = '${key}'\n`
const clean = `export const key = '${'x'.repeat(key.length)}'\n`

/** A branch with one file, and a later commit that is clean in any case. */
function branchWith(content: string): TestRepository {
  const test = createRepository()
  test.commit('Add', { 'src/a.js': content })
  test.commit('More', { 'notes.md': 'Notes\n' })
  return test
}

// Each attack hides a secret that the branch holds. In its control the branch holds none, and git's state is the same.
describe('state of git that shows another change than the one that is merged', () => {
  const hidden = (name: string, hide: (test: TestRepository) => void) =>
    attack(name, async (isAttacked) => {
      const test = branchWith(isAttacked ? withSecret : clean)
      hide(test)
      return reviewLoop(test.path, ['review'])
    })

  hidden('a replace ref shows a tree without the secret', (test) => {
    const reviewed = test.git('rev-parse', 'HEAD^{tree}').trim()
    test.git('rm', '-q', '--cached', 'src/a.js')
    const shown = test.git('write-tree').trim()
    test.git('reset', '-q')
    test.git('replace', reviewed, shown)
  })

  hidden('a graft makes the commit with the secret part of main', (test) => {
    const [main, added] = test.git('rev-parse', 'main', 'HEAD~1').split('\n')
    // Not the ancestor of itself: main gets a commit of its own.
    const other = test.git('commit-tree', '-p', `${main}`, '-m', 'Other', 'main^{tree}').trim()
    test.git('update-ref', 'refs/heads/main', other)
    mkdirSync(join(test.path, '.git/info'), { recursive: true })
    writeFileSync(join(test.path, '.git/info/grafts'), `${other} ${added}\n`)
  })

  hidden('a file of the work tree looks to git like the committed one, and is clean', (test) => {
    test.git('config', 'core.trustctime', 'false')
    setBack(test, 'src/a.js')
    test.git('update-index', '--refresh')
    test.write({ 'src/a.js': clean })
    setBack(test, 'src/a.js')
  })

  attack('a tag with the name of the base is not taken for it', async (isAttacked) => {
    const test = branchWith(isAttacked ? withSecret : clean)
    if (isAttacked) test.git('tag', 'main', 'HEAD~1')
    return reviewLoop(test.path, ['review', '--base', 'main'])
  })

  attack('an untracked cache does not know the file with the secret', async (isAttacked) => {
    const test = branchWith(clean)
    test.git('config', 'core.untrackedCache', 'true')
    test.git('config', 'core.trustctime', 'false')
    test.git('config', 'status.showUntrackedFiles', 'all')
    setBack(test, 'src')
    test.git('update-index', '--untracked-cache')
    test.git('status')
    test.write({ 'src/b.js': isAttacked ? withSecret : clean })
    setBack(test, 'src')
    return reviewLoop(test.path, ['review'])
  })

  it('a submodule that .gitmodules tells git to ignore is part of the change', async () => {
    const test = createRepository()
    const settings = '[submodule "lib"]\n\tpath = lib\n\turl = ./lib\n\tignore = all\n'
    const point = (digit: string) => test.git('update-index', '--add', '--cacheinfo', `160000,${digit.repeat(40)},lib`)
    test.write({ '.gitmodules': settings })
    test.git('add', '-A')
    point('1')
    test.git('commit', '-q', '-m', 'Point')
    test.git('update-ref', 'refs/heads/main', 'HEAD')
    point('2')
    test.git('commit', '-q', '-m', 'Point elsewhere')
    const { stdout } = await reviewLoop(test.path, ['review', '--committed', '--format', 'json'])
    expect(JSON.parse(stdout).scope).toMatchObject({ files: 1 })
  })
})

/** The time of a file or folder, where a moment ago would look fresh to git. */
function setBack(test: TestRepository, path: string): void {
  utimesSync(join(test.path, path), 1_700_000_000, 1_700_000_000)
}
