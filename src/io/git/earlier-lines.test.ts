import { expect, it } from 'vitest'
import { createRepository } from '../../../test/support/repository.ts'
import { earlierLines } from './earlier-lines.ts'
import { openRepository } from './repository.ts'

it('says where lines were, also in files with odd names', async () => {
  const names = ['a.ts', ':(glob)*.ts', 'sub/ä b.ts']
  const test = createRepository(Object.fromEntries(names.map((name) => [name, 'one\ntwo\nthree\n'])))
  const before = test.git('rev-parse', 'HEAD^{tree}').trim()
  test.commit('More', {
    'a.ts': 'new\none\ntwo\nthree\n',
    ':(glob)*.ts': 'three\n',
    'sub/ä b.ts': 'new\none\ntwo\nthree\n',
  })
  const after = test.git('rev-parse', 'HEAD^{tree}').trim()
  const places = [
    { file: 'a.ts', line: 3 },
    { file: ':(glob)*.ts', line: 1 },
    { file: 'sub/ä b.ts', line: 4 },
    { file: 'not-there.ts', line: 5 },
  ]
  expect(await earlierLines(await openRepository(test.path), before, after, places)).toEqual([
    { line: 2, text: 'two' },
    { line: 3, text: 'three' },
    { line: 3, text: 'three' },
    { line: 5, text: '' },
  ])
})
