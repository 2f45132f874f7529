import { expect, it } from 'vitest'
import { run, stream } from './exec.ts'

const options = { cwd: '.' }

function node(script: string): readonly [string, readonly string[]] {
  return [process.execPath, ['-e', script]]
}

it.each([
  ['nothing', 0, 1],
  ['one byte', 1, 1],
  ['small pieces', 4096, 100],
  ['a long output in small pieces', 4096, 2000],
  ['a long output in large pieces', 1_000_000, 12],
])('hands over all of an output, in order: %s', async (_, size, count) => {
  const script = `const write = (n) => n < ${count} && process.stdout.write(String(n % 10).repeat(${size}), () => write(n + 1)); write(0)`
  const { code, failure, stdout } = await run(...node(script), options)
  expect({ code, failure }).toEqual({ code: 0, failure: null })
  expect(stdout.length).toBe(size * count)
  const pieces = Array.from({ length: count }, (_, index) => String(index % 10).repeat(size))
  expect(stdout.equals(Buffer.from(pieces.join('')))).toBe(true)
})

it('hands over a long output that pauses before its last piece', async () => {
  const script = `process.stdout.write('x'.repeat(3e6)); setTimeout(() => process.stdout.write('end'), 30)`
  const { stdout } = await run(...node(script), options)
  expect(stdout.length).toBe(3e6 + 3)
  expect(stdout.subarray(-3).toString()).toBe('end')
})

it('ends the program when nobody can take its output', async () => {
  const script = `setInterval(() => process.stdout.write('x'.repeat(1e6)), 1)`
  const { code, failure } = await stream(...node(script), options, () => {
    throw new Error('enough')
  })
  expect({ code, failure }).toEqual({ code: null, failure: 'Error: enough' })
})
