import { expect, it } from 'vitest'
import { pathsMeant, repositoryPath } from './repository-path.ts'

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

const known = new Set(['lib/bad.js', 'bad.js', 'a/main.js', 'main.js', 'lib/deep/one.js', 'lib/two.js', 'src/two.js'])

it.each<[string, readonly string[]]>([
  ['lib/bad.js', ['lib/bad.js']],
  ['./lib/bad.js', ['lib/bad.js']],
  ['lib\\bad.js', ['lib/bad.js']],
  ['a/lib/bad.js', ['lib/bad.js']],
  ['b/lib/bad.js', ['lib/bad.js']],
  ['a/main.js', ['a/main.js']],
  ['b/main.js', ['main.js']],
  ['/home/me/lib/bad.js', ['lib/bad.js', 'bad.js']],
  ['C:\\me\\other.js', []],
  ['/home/me/../lib/bad.js', []],
  ['/home/mylib/bad.jsx', []],
  ['../lib/bad.js', []],
  ['c/lib/bad.js', []],
  ['one.js', ['lib/deep/one.js']],
  ['./deep/one.js', ['lib/deep/one.js']],
  ['two.js', ['lib/two.js', 'src/two.js']],
  ['wo.js', []],
  ['', []],
])('%j may mean %j', (spelling, expected) => {
  expect(pathsMeant(spelling, known)).toEqual(expected)
})

const odd = new Set([
  'src/\uFFFDFE.js',
  'src/\uFFFDFF.js',
  'lib/\uFFFDFE\uFFFDFF.js',
  'lib/\uFFFDFEFE.js',
  'lib/\uFFFDFE.js',
])

it.each<[string, readonly string[]]>([
  ['src/\uFFFDFE.js', ['src/\uFFFDFE.js']],
  ['src/\uFFFD.js', ['src/\uFFFDFE.js', 'src/\uFFFDFF.js']],
  ['lib/\uFFFD\uFFFD.js', ['lib/\uFFFDFE\uFFFDFF.js', 'lib/\uFFFDFE.js']],
  // As we write one of them, and as others print the other.
  ['lib/\uFFFDFE.js', ['lib/\uFFFDFE.js', 'lib/\uFFFDFEFE.js']],
])('%j may mean %j where names are not UTF-8', (spelling, expected) => {
  expect(pathsMeant(spelling, odd)).toEqual(expected)
})
