import { expect, it } from 'vitest'
import { createRepository } from '../../../test/support/repository.ts'
import { readContents } from './contents.ts'
import { readChange } from './read-change.ts'
import { openRepository } from './repository.ts'
import { resolveScope } from './resolve-scope.ts'
import { decodeText } from './text.ts'

const little = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
const big = (text: string) => Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()])

it.each([
  ['UTF-8', Buffer.from('aé\n'), 'aé\n'],
  ['UTF-16, little end first', little('aé\n'), 'aé\n'],
  ['UTF-16, big end first', big('aé\n'), 'aé\n'],
  ['nothing', Buffer.from(''), ''],
  ['not text', Buffer.from([1, 0, 2]), undefined],
  [
    'Chinese in UTF-16',
    little('\u6211\u4eec\u7684\u4ee3\u7801\u5f88\u597d\n'),
    '\u6211\u4eec\u7684\u4ee3\u7801\u5f88\u597d\n',
  ],
  ['UTF-16 without a mark', Buffer.from('one\ntwo\n', 'utf16le'), 'one\ntwo\n'],
  ['UTF-32', Buffer.from('\xff\xfe\0\0one\ntwo\n'.replace(/[\n-z]/g, '$&\0\0\0'), 'latin1'), 'one\ntwo\n'],
  ['ASCII and a NUL behind the mark of UTF-16', Buffer.from('\xff\xfe\nexport KEY=1\n#\0\n', 'latin1'), undefined],
])('reads %s', (_name, content, text) => {
  expect(decodeText(content)).toBe(text)
})

it('hands the lines of a UTF-16 file over as added', async () => {
  const test = createRepository()
  test.commit('wide', { 'wide.ps1': little('one\ntwo\n'), 'real.bin': new Uint8Array([1, 0, 2]) })
  const repository = await openRepository(test.path)
  const { scope } = await resolveScope(repository, { scope: { kind: 'branch', committed: false }, base: null })
  const lines: string[] = []
  const files = await readChange(repository, scope, {
    onAdded: (path, line, text) => lines.push(`${path}:${line} ${text}`),
  })
  expect(lines).toEqual(['wide.ps1:1 one', 'wide.ps1:2 two'])
  expect(files.map(({ path, binary, addedLines }) => ({ path, binary, addedLines }))).toEqual([
    { path: 'real.bin', binary: true, addedLines: 0 },
    { path: 'wide.ps1', binary: false, addedLines: 2 },
  ])
  expect((await readContents(repository, files, 1000)).get('wide.ps1')?.new).toBe('one\ntwo\n')
})
