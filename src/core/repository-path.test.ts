import { expect, it } from 'vitest'
import { repositoryPath } from './repository-path.ts'

it.each<[string, string | undefined]>([
  ['src/a.ts', 'src/a.ts'],
  ['./src/a.ts', 'src/a.ts'],
  ['src\\deep\\a.ts', 'src/deep/a.ts'],
  ['src//./a.ts', 'src/a.ts'],
  [' src/a.ts ', 'src/a.ts'],
  ['src/../lib/a.ts', 'lib/a.ts'],
  ['a/src/a.ts', 'a/src/a.ts'],
  ['..', undefined],
  ['../a.ts', undefined],
  ['src/../../a.ts', undefined],
  ['/etc/passwd', undefined],
  ['C:\\a.ts', undefined],
  ['\\\\server\\a.ts', undefined],
  ['.', undefined],
  ['', undefined],
  ['a\0.ts', undefined],
])('spells %j as %j', (path, expected) => {
  expect(repositoryPath(path)).toBe(expected)
})
