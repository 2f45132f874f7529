import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { requireOwnFile } from './own-file.ts'

const root = mkdtempSync(join(tmpdir(), 'own-file-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
mkdirSync(join(root, 'docs'))
writeFileSync(join(root, 'docs/LOG.md'), '')
symlinkSync('docs/LOG.md', join(root, 'LOG.md'))
symlinkSync('docs', join(root, 'linked'))

it.each(['docs/LOG.md', 'docs/new/LOG.md', 'new.md', '.gitignore'])('lets a run write %s', (name) => {
  expect(() => requireOwnFile(root, name)).not.toThrow()
})

it.each([
  ['LOG.md', 'LOG.md is a link'],
  ['linked/LOG.md', 'linked is a link'],
  ['docs', 'docs is no file'],
  ['docs/LOG.md/x', 'docs/LOG.md is no folder'],
  ['.git/config', 'in a folder of git'],
  ['sub/.GIT/config', 'in a folder of git'],
  ['.review-loop/config.yaml', 'in the folder of review-loop'],
])('does not let a run write %s', (name, problem) => {
  expect(() => requireOwnFile(root, name)).toThrow(problem)
})
