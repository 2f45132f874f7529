import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createRepository, temporaryFolder } from '../../test/support/repository.ts'
import { review } from '../commands/library.ts'
import { createOutput } from '../commands/output.ts'
import { run } from './exec.ts'
import { makeFolder, writeBytes, writeQuickly, writeWhole } from './files.ts'
import { openMaskedFile } from './masked-file.ts'
import { hideValues, maskStrings } from './masking.ts'
import { ensureStateFolder } from './state-folder.ts'

// One secret through every port of the process. The ports of agents, of the forge and of mail have their own tests.

const secret = ['plain', 'words', '4711'].join('-')
hideValues([secret])
const masked = 'plai…'

describe('a secret is masked', () => {
  it.each([
    ['in a file', writeWhole],
    ['in a file that is written quickly', writeQuickly],
  ])('%s', (_, write) => {
    const file = join(temporaryFolder(), 'a', 'file')
    write(file, `It is ${secret}.`)
    expect(readFileSync(file, 'utf8')).toBe(`It is ${masked}.`)
  })

  it('in a file that is written piece by piece, wherever the pieces end; bytes that are no text stay', () => {
    const bytes = Buffer.concat([Buffer.from(`a ${secret}\nü …`), Buffer.from([0xff, 0xfe, 10]), Buffer.from(secret)])
    for (let size = 1; size <= bytes.length; size += 1) {
      const path = join(temporaryFolder(), 'patch')
      const file = openMaskedFile(path)
      for (let at = 0; at < bytes.length; at += size) file.add(bytes.subarray(at, at + size))
      file.close()
      const expected = Buffer.concat([
        Buffer.from(`a ${masked}\nü …`),
        Buffer.from([0xff, 0xfe, 10]),
        Buffer.from(masked),
      ])
      expect(readFileSync(path)).toEqual(expected)
    }
  })

  it('on the terminal, but not in code that another step goes on with', () => {
    const written: string[] = []
    const write = (text: string) => void written.push(text)
    const output = createOutput({ write, isRunner: false, isTerminal: false, columns: 80 })
    for (const print of [output.write, output.writeToRunner, output.writeSource]) print(secret)
    expect(written).toEqual([masked, masked, secret])
  })

  it('in what a program complains about', async () => {
    const ended = await run('sh', ['-c', `echo ${secret}; echo ${secret} >&2`], { cwd: temporaryFolder() })
    expect(ended).toMatchObject({ stdout: Buffer.from(`${secret}\n`), stderr: `${masked}\n` })
  })

  it('in every string of an event, and nowhere else', () => {
    const date = new Date()
    const event = { [secret]: [secret, { deep: secret }, 4711, null, undefined, date], map: new Map([['a', secret]]) }
    expect(maskStrings(event)).toEqual({
      [secret]: [masked, { deep: masked }, 4711, null, undefined, date],
      map: new Map([['a', masked]]),
    })
  })

  it('in the events and the result of the library', async () => {
    const { path } = createRepository({ 'a.js': '1\n' })
    const events: unknown[] = []
    writeFileSync(join(path, 'a.js'), '2\n')
    const { result } = await review({ cwd: path, base: 'main', intent: secret, onEvent: (event) => events.push(event) })
    expect(events.length).toBeGreaterThan(0)
    expect(JSON.stringify([events, result])).not.toContain(secret)
  })
})

it('bytes are written as they are: they are the user’s own', () => {
  const file = join(temporaryFolder(), 'file')
  writeWhole(file, Buffer.from(secret))
  expect(readFileSync(file, 'utf8')).toBe(secret)
  writeBytes(file, secret)
  expect(readFileSync(file, 'utf8')).toBe(secret)
})

describe.skipIf(process.platform === 'win32')('the state folder', () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

  it('is made for its owner alone, with all folders and files in it', () => {
    const root = temporaryFolder()
    writeWhole(join(root, '.review-loop', 'deep', 'deeper', 'file'), 'x')
    const paths = ['', 'deep', 'deep/deeper', 'deep/deeper/file'].map((path) => join(root, '.review-loop', path))
    expect(paths.map(modeOf)).toEqual(['700', '700', '700', '600'])
  })

  it('is made so at its first use where it was there before, and what lies in it stays', () => {
    const root = temporaryFolder()
    const folder = join(root, '.review-loop')
    mkdirSync(folder)
    writeFileSync(join(folder, '.gitignore'), '*\n')
    chmodSync(folder, 0o755)
    ensureStateFolder(root)
    expect([modeOf(folder), modeOf(join(folder, '.gitignore'))]).toEqual(['700', '644'])
  })

  it('is the only folder that is treated so', () => {
    const [root, before] = [temporaryFolder(), process.umask(0o022)]
    try {
      writeWhole(join(root, 'folder', 'file'), 'x')
      makeFolder(join(root, 'other'))
    } finally {
      process.umask(before)
    }
    expect(['folder', 'folder/file', 'other'].map((path) => modeOf(join(root, path)))).toEqual(['755', '644', '755'])
  })
})
