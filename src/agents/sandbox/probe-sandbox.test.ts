import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/support/repository.ts'
import { probeSandbox, tryOut } from './probe-sandbox.ts'

/** A program in the place of bubblewrap that drops our options in its own way. */
function standIn(body: string, folder = temporaryFolder()): string {
  const program = join(folder, 'bwrap')
  writeFileSync(program, `#!/bin/sh\n${body}\n`, { mode: 0o755 })
  return program
}

const toTheCommand = 'while [ "$1" != -- ]; do shift; done; shift'

const holding = 'echo "CapPrm:\t0000000080000002"'

it.each([
  ['holds nothing', `${toTheCommand}; exec "$@"`, expect.stringMatching('a program inside can (change|make)')],
  ['lets the kernel be set', 'echo open', 'a program inside can change settings of the kernel'],
  ['lets mount', 'echo "CapPrm:\t000001ffffffffff"', 'a program inside can make the disk writable again'],
  ['says nothing of it', 'true', 'a program inside can make the disk writable again'],
  ['does not start', 'echo "no namespaces here" >&2; exit 1', 'no namespaces here'],
  ['holds', holding, null],
])('a sandbox that %s is tried out', async (_what, body, problem) => {
  expect(await tryOut(standIn(body))).toEqual(problem)
})

it.skipIf(process.platform !== 'linux')(
  'the sandbox that codex brings along is used where none is installed',
  async () => {
    const [codex, installed] = [temporaryFolder(), temporaryFolder()]
    for (const name of ['bin', 'codex-resources']) mkdirSync(join(codex, name))
    writeFileSync(join(codex, 'bin', 'codex'), '', { mode: 0o755 })
    const path = join(codex, 'bin')
    expect(await probeSandbox(path)).toMatchObject({ kind: 'none', reason: 'bubblewrap (bwrap) is not installed' })
    const brought = standIn(holding, join(codex, 'codex-resources'))
    expect(await probeSandbox(`${path}:${installed}`)).toEqual({ kind: 'bubblewrap', program: brought })
    const program = standIn(holding, installed)
    expect(await probeSandbox(`${installed}:${path}`)).toEqual({ kind: 'bubblewrap', program })
  },
)
