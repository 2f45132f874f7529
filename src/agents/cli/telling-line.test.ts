import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { tellingLine } from './telling-line.ts'

it.each([
  ['', ''],
  ['one\n\n', 'one'],
  ['one\r\ntwo\r\n', 'two'],
  ['error: unknown option\n  tip: see --help\n', 'error: unknown option'],
  ['  only this\n', 'only this'],
  ['Traceback (most recent call last):\n  File "a.py", line 1\n    x()\nValueError: no such x\n', 'ValueError: no such x'],
  ['OldError: tried again\nfatal: the token is expired\n', 'fatal: the token is expired'],
  ['Exception in thread "main" java.io.IOException: gone\n\tat Main.main(Main.java:3)\n', 'Exception in thread "main" java.io.IOException: gone'],
])('of %j is %j', (text, line) => {
  expect(tellingLine(text)).toBe(line)
}) // biome-ignore format: one output, one row

it.each([
  ["throw new TypeError('no key')", 'TypeError: no key'],
  ["require('./not-there.cjs')", expect.stringMatching(/^Error: Cannot find module '.*not-there\.cjs'$/)],
  ["throw Object.assign(new Error('no key'), { code: 7, more: [1] })", 'Error: no key'],
  ["throw new Error('no key', { cause: new Error('no file') })", 'Error: no key'],
  ["console.error(new RangeError('too far')); process.exitCode = 1", 'RangeError: too far'],
  ["Promise.reject('no key')", expect.stringMatching(/UnhandledPromiseRejection.*no key/)],
  ["throw 'no key'", 'no key'],
  ['const = 1', "SyntaxError: Unexpected token '='"],
])('of a Node script that does %s names the error', (script, line) => {
  expect(tellingLine(standardErrorOf(script))).toEqual(line)
})

function standardErrorOf(script: string): string {
  try {
    execFileSync(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
  } catch (error) {
    if (error instanceof Error && 'stderr' in error) return String(error.stderr)
  }
  throw new Error('the script did not fail')
}
