import { chmodSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { temporaryFolder } from '../support/repository.ts'

// Tests of the built program hold on to files in /tmp, which a sandbox hides. Whether this machine has one must make no difference: here
// none starts. The sandbox itself is tested in src/agents/sandbox/ and in test/agents/.
const folder = temporaryFolder()
const program = join(folder, 'bwrap')
writeFileSync(program, '#!/bin/sh\necho "no sandbox in these tests" >&2\nexit 1\n')
chmodSync(program, 0o755)
process.env.PATH = `${folder}${delimiter}${process.env.PATH}`
