import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/support/repository.ts'
import { tryOut } from './probe-sandbox.ts'

/** A program in the place of bubblewrap that drops our options in its own way. */
function standIn(body: string): string {
  const program = join(temporaryFolder(), 'bwrap')
  writeFileSync(program, `#!/bin/sh\n${body}\n`, { mode: 0o755 })
  return program
}

const toTheCommand = 'while [ "$1" != -- ]; do shift; done; shift'

it.each([
  ['holds nothing', `${toTheCommand}; exec "$@"`, expect.stringMatching('a program inside can (change|make)')],
  ['lets the kernel be set', 'echo open', 'a program inside can change settings of the kernel'],
  ['lets mount', 'echo "CapPrm:\t000001ffffffffff"', 'a program inside can make the disk writable again'],
  ['says nothing of it', 'true', 'a program inside can make the disk writable again'],
  ['does not start', 'echo "no namespaces here" >&2; exit 1', 'no namespaces here'],
  ['holds', 'echo "CapPrm:\t0000000080000002"', null],
])('a sandbox that %s is tried out', async (_what, body, problem) => {
  expect(await tryOut(standIn(body))).toEqual(problem)
})
