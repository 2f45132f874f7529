import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { decodeName } from '../../core/values/file-name.ts'
import { gitCall } from './git-call.ts'

it('leaves arguments alone that are UTF-8', () => {
  expect(gitCall(['ls-files', '--', 'café.js'])).toEqual(['git', ['ls-files', '--', 'café.js']])
})

it.skipIf(process.platform === 'win32')('passes every byte of a name, and the other arguments as they are', () => {
  const bytes = Uint8Array.from(Array.from({ length: 255 }, (_, at) => at + 1))
  const name = decodeName(Uint8Array.from([...bytes, 0x0a, 0x0a]))
  const other = `it's "$HOME" \`id\` $(id) \\ é\n`
  const [command, args] = gitCall(['rev-parse', '--sq-quote', name, other, '', `é${name}`])
  const unquoted = execFileSync('/bin/sh', [
    '-c',
    `eval "set -- $("$0" "$@"; printf .)"; printf '%s\\0' "$@"`,
    command,
    ...args,
  ])
  const words = decodeName(unquoted).split('\0')
  expect(words.slice(0, 4)).toEqual([name, other, '', `é${name}`])
})
