import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../test/support/repository.ts'
import { workspacePath } from './workspace-path.ts'

const outside = temporaryFolder()
const workspace = join(outside, 'workspace')
mkdirSync(join(workspace, 'src'), { recursive: true })
mkdirSync(join(workspace, '.git'))
writeFileSync(join(workspace, 'src', 'a.ts'), 'a')
writeFileSync(join(outside, 'secret'), 's')
symlinkSync(outside, join(workspace, 'out'))
symlinkSync(join(outside, 'secret'), join(workspace, 'link-out'))
symlinkSync('.git', join(workspace, 'disguise'))
symlinkSync('src', join(workspace, 'sources'))
symlinkSync(join(outside, 'not-yet'), join(workspace, 'dangling'))

it.each([
  ['src/a.ts', 'src/a.ts'],
  ['./src/../src/a.ts', 'src/a.ts'],
  ['new/deep/file.ts', 'new/deep/file.ts'],
  ['sources/a.ts', 'src/a.ts'],
  ['sources/new.ts', 'src/new.ts'],
  [join(workspace, 'src/a.ts'), 'src/a.ts'],
  ['.gitignore', '.gitignore'],
  ['.', ''],
])('finds %j', (wanted, name) => {
  expect(workspacePath(workspace, wanted)).toEqual({ path: join(workspace, name), name })
})

it.each([
  ['../secret', /outside/],
  ['src/../../secret', /outside/],
  [join(outside, 'secret'), /outside/],
  ['/etc/passwd', /outside/],
  ['..', /outside/],
  ['link-out', /outside/],
  ['out/secret', /outside/],
  ['out/new-file', /outside/],
  ['dangling', /not a usable path/],
  ['dangling/x', /not a usable path/],
  ['.git/config', /\.git may not/],
  ['.GIT/config', /may not/],
  ['sub/.git/hooks/x', /may not/],
  ['disguise/config', /may not/],
  ['.review-loop/config.yaml', /may not/],
  ['src/a.ts/x', /not a usable path/],
  ['a\0b', /NUL/],
])('refuses %j', (wanted, problem) => {
  expect(workspacePath(workspace, wanted)).toEqual({ problem: expect.stringMatching(problem) })
})
