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
