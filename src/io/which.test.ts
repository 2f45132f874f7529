import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { temporaryFolder } from '../../test/support/repository.ts'
import { cleanEnvironment, run } from './exec.ts'
import { findProgram, leaveOutProgramsOf, safePath } from './which.ts'

const before = process.env.PATH ?? ''
afterEach(() => {
  process.env.PATH = before
})

function workTree(): string {
  const root = temporaryFolder()
  for (const folder of ['.git', 'bin', 'src']) mkdirSync(join(root, folder))
  for (const file of ['bin/tool', 'tool']) {
    writeFileSync(join(root, file), '#!/bin/sh\necho of the repository\n')
    chmodSync(join(root, file), 0o755)
  }
  return root
}

it.each([
  ['an empty PATH', ''],
  ['an empty entry', `${delimiter}/nowhere`],
  ['an empty entry at the end', `/nowhere${delimiter}`],
  ['a dot', '.'],
  ['a relative folder', `bin${delimiter}./bin`],
])('runs no program of the current folder with %s', async (_, path) => {
  process.env.PATH = path
  const cwd = workTree()
  const result = await run('tool', [], { cwd })
  expect(result.failure).toContain('ENOENT')
  const inChild = await run('/bin/sh', ['-c', 'tool'], { cwd, env: cleanEnvironment() })
  expect(inChild.stdout.toString()).toBe('')
})

it('runs no program of a work tree under review, though the PATH leads there', () => {
  const root = workTree()
  const path = [join(root, 'bin'), '/usr/bin'].join(delimiter)
  expect(findProgram('tool', path)).toBe(join(root, 'bin', 'tool'))
  leaveOutProgramsOf(join(root, 'src'))
  expect(findProgram('tool', path)).toBeUndefined()
  expect(safePath(path)).toBe('/usr/bin')
})
