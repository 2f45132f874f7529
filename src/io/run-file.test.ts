import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { createRepository, temporaryFolder } from '../../test/support/repository.ts'
import { runFile } from '../core/staged/session-file/session-document.ts'
import { openRepository } from './git/repository.ts'
import { hasTrackedState } from './git/tracked-state.ts'
import { readRunFile, trackedRuns } from './run-file.ts'

const id = '3f2a91c4-0c1d-4e2f-8a3b-5c6d7e8f9a0b'
const golden = readFileSync(new URL('../../test/sessions/ours/approved.md', import.meta.url))

function rootWith(content: Uint8Array): string {
  const root = temporaryFolder()
  const file = join(root, runFile(id))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  return root
}

it('reads a session file with every character', () => {
  const content = Buffer.from(golden.toString('utf8').replace('\n', ' größer → 漢字\n'))
  expect(readRunFile(rootWith(content), id)?.text).toBe(content.toString('utf8'))
})

it('refuses bytes that are no text with their line: what cannot be read would be lost when it is written anew', () => {
  const [first = '', ...rest] = golden.toString('latin1').split('\n')
  const damaged = Buffer.from([first, ...rest.toSpliced(1, 1, `${rest[1]}\xff`)].join('\n'), 'latin1')
  expect(() => readRunFile(rootWith(damaged), id)).toThrow(/line 3, is not as a session file has to be: It is no UTF-8/)
})

it.each<[string, string, boolean]>([
  ['nothing', '', false],
  ['what a team shares', '.Review-Loop/config.yaml', false],
  ['the session file', runFile(id), true],
  ['the session file under a name that some disks take for the same', `.Review-Loop/Sessions/${id}.md`, true],
  ['a submodule in place of our folder', '.review-loop', true],
])('knows a session that came with the repository where git tracks %s', async (_, tracked, expected) => {
  const test = createRepository()
  test.write({ [runFile(id)]: golden.toString('utf8') })
  const mode = tracked === '.review-loop' ? '160000' : '100644'
  const object = test.git('rev-parse', mode === '160000' ? 'HEAD' : 'HEAD^{tree}').trim()
  if (tracked !== '') test.git('update-index', '--add', '--cacheinfo', `${mode},${object},${tracked}`)
  const repository = await openRepository(test.path)
  expect((await trackedRuns(repository)).has(id)).toBe(expected)
  expect(await hasTrackedState(repository)).toBe(expected)
})
