import { createHash } from 'node:crypto'
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createRepository } from '../../../test/support/repository.ts'
import { ensureStateFolder } from '../state-folder.ts'
import { readTreeState } from './dirty-map.ts'
import { openRepository } from './repository.ts'
import { workPoint } from './work-point.ts'

it('knows by content what is changed, new, staged, moved, linked and gone', async () => {
  const test = createRepository({
    'a.txt': 'a\n',
    'gone.txt': 'x\n',
    'old name.txt': 'some content\n',
    '.gitignore': 'no/\n',
  })
  test.write({ 'a.txt': 'b\n', 'sub/new one.txt': 'new\n', 'staged.txt': 'staged\n', 'no/hidden.txt': 'no\n' })
  rmSync(join(test.path, 'gone.txt'))
  test.git('add', 'staged.txt')
  test.git('mv', 'old name.txt', 'moved.txt')
  symlinkSync('nowhere', join(test.path, 'link'))
  const { head, dirty } = await readTreeState(await openRepository(test.path))
  const id = (text: string) => createHash('sha1').update(`blob ${text.length}\0${text}`).digest('hex')
  expect(head).toBe(test.git('rev-parse', 'HEAD').trim())
  expect(Object.fromEntries(dirty)).toEqual({
    'a.txt': id('b\n'),
    'gone.txt': '<deleted>',
    link: id('nowhere'),
    'moved.txt': id('some content\n'),
    'old name.txt': '<deleted>',
    'staged.txt': id('staged\n'),
    'sub/new one.txt': id('new\n'),
  })
})

it('is the same before and after an ignore file hides what another tool keeps beside our working files', async () => {
  const test = createRepository({ 'a.txt': 'a\n' })
  test.write({ '.review-loop/sessions/x.md': '# X\n', '.review-loop/config.md': 'a: b\n' })
  const repository = await openRepository(test.path)
  const look = async () => ({ tree: await readTreeState(repository), point: await workPoint(repository) })
  const before = await look()
  expect([...before.tree.dirty.keys()]).toEqual(['.review-loop/config.md'])
  ensureStateFolder(test.path)
  expect(await look()).toEqual(before)
})

it('is empty for a clean tree, and says what stands in its way', async () => {
  const test = createRepository({ 'a.txt': 'a\n' })
  const repository = await openRepository(test.path)
  expect((await readTreeState(repository)).dirty).toEqual(new Map())
  test.git('switch', '-qc', 'other')
  test.commit('Other', { 'a.txt': 'other\n' })
  test.git('switch', '-q', '-')
  test.commit('This', { 'a.txt': 'this\n' })
  expect(() => test.git('merge', 'other')).toThrow()
  await expect(readTreeState(repository)).rejects.toThrow(/a\.txt has a conflict/)
})

const latin = (root: string, name: string) => Buffer.from(join(root, name), 'latin1')

// Where names have to be text, there is nothing to try.
it.skipIf(process.platform === 'darwin').each<[string, (root: string) => void]>([
  ['a new file', (root) => writeFileSync(latin(root, 'caf\xe9.txt'), '')],
  ['one that was moved', (root) => renameSync(join(root, 'a.txt'), latin(root, 'caf\xe9.txt'))],
])('names what has a name that is no text: %s', async (_, change) => {
  const test = createRepository({ 'a.txt': 'a\n' })
  change(test.path)
  const repository = await openRepository(test.path)
  await expect(readTreeState(repository)).rejects.toMatchObject({
    message: 'caf\\xe9.txt cannot be used: its name is not UTF-8, or has U+FFFD in it.',
    hint: expect.stringContaining('Rename it'),
  })
})
