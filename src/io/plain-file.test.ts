import { execFileSync } from 'node:child_process'
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../test/support/repository.ts'
import { readIfThere } from './files.ts'

const folder = temporaryFolder()
const made = (name: string, make: (path: string) => void): string => {
  make(join(folder, name))
  return join(folder, name)
}

describe.skipIf(process.platform === 'win32')('what stands in place of a file', () => {
  it.each<[string, () => string, RegExp]>([
    ['a pipe', () => made('pipe', (path) => execFileSync('mkfifo', [path])), /not a regular file/],
    ['a device', () => '/dev/zero', /not a regular file/],
    ['a folder', () => made('folder', (path) => mkdirSync(path)), /it is a folder/],
    ['a huge file', () => made('huge', makeHuge), /larger than 256 MB/],
  ])('is refused at once: %s', (_, make, reason) => {
    expect(() => readIfThere(make())).toThrow(reason)
  })

  it('is read where it is a file, and nothing where there is none', () => {
    const path = made('plain', (at) => writeFileSync(at, 'text'))
    expect([readIfThere(path), readIfThere(join(folder, 'none'))]).toEqual(['text', undefined])
  })
})

function makeHuge(path: string): void {
  writeFileSync(path, '')
  truncateSync(path, 300 * 1024 * 1024)
}
