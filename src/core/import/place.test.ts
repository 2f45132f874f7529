import { expect, it } from 'vitest'
import { createPathReader } from './place.ts'

it.each([
  ['src/a.ts', 'src/a.ts'],
  ['./src//a.ts', 'src/a.ts'],
  ['src/../lib/a.ts', 'lib/a.ts'],
  ['src/with%20space/%C3%BC.ts', 'src/with space/ü.ts'],
  ['src/100%.ts', 'src/100%.ts'],
  ['src\\windows\\a.ts', 'src/windows/a.ts'],
  ['/repo/src/a.ts', 'src/a.ts'],
  ['file:///repo/src/a%23b.ts', 'src/a#b.ts'],
  ['file://localhost/repo/a.ts', 'a.ts'],
  ['file:/repo/a.ts', 'a.ts'],
  ['file:///repo', null],
  ['../a.ts', null],
  ['src/../../a.ts', null],
  ['%2e%2e/a.ts', null],
  ['/etc/passwd', null],
  ['/repository/a.ts', null],
  ['/repo/../etc/passwd', null],
  ['file://server/repo/a.ts', null],
  ['file:///etc/passwd', null],
  ['https://example.com/a.ts', null],
  ['C:/repo/a.ts', null],
  ['a%00b', null],
])('places the URI %s in /repo at %s', (uri, expected) => {
  expect(createPathReader('/repo').fromUri(uri)).toBe(expected)
})

it.each([
  ['file:///C:/Repo/src/a.ts', 'src/a.ts'],
  ['file:///c:/repo/src/a.ts', 'src/a.ts'],
  ['C:\\Repo\\src\\a.ts', 'src/a.ts'],
  ['D:/Repo/src/a.ts', null],
])('places the URI %s in C:\\Repo at %s', (uri, expected) => {
  expect(createPathReader('C:\\Repo').fromUri(uri)).toBe(expected)
})

it.each([
  ['src/a%20b.ts', 'src/a%20b.ts'],
  ['src/a\\b.ts', 'src/a\\b.ts'],
  ['/repo/src/a.ts', 'src/a.ts'],
  ['../a.ts', null],
  ['/tmp/a.ts', null],
])('places the path %s in /repo at %s', (path, expected) => {
  expect(createPathReader('/repo/').fromPath(path)).toBe(expected)
})

it('cannot place absolute paths without a root', () => {
  const { fromUri, fromPath } = createPathReader(undefined)
  expect([fromUri('/repo/a.ts'), fromUri('file:///repo/a.ts'), fromPath('/repo/a.ts')]).toEqual([null, null, null])
})

it('gives the same answer when asked again', () => {
  const { fromUri } = createPathReader('/repo')
  expect([fromUri('../x'), fromUri('../x'), fromUri('x'), fromUri('x')]).toEqual([null, null, 'x', 'x'])
})
