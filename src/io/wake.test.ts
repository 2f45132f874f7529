import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { waitForWake, wakeFile, wakeStamp, writeWake } from './wake.ts'

const root = mkdtempSync(join(tmpdir(), 'review-loop-wake-'))
afterAll(() => rmSync(root, { recursive: true }))

let last = 0
const newFile = () => wakeFile(root, 'Octo/My.Project', ++last)
const signal = () => new AbortController().signal
const longTime = 60_000

it('has one file for each pull request, whatever the case of its name', () => {
  const file = wakeFile('/repository', 'Octo/My.Project', 7)
  expect(file).toBe(join('/repository', '.review-loop', 'wake', 'octo-my.project-7'))
})

it('sleeps through when nothing comes', async () => {
  expect(await waitForWake(newFile(), 20, signal())).toBe(false)
})

it.each([
  ['there was none before', false],
  ['there was one before', true],
])('wakes when a notice comes and %s', async (_, before) => {
  const file = newFile()
  if (before) writeWake(file, 'first')
  const waiting = waitForWake(file, longTime, signal())
  writeWake(file, 'second')
  expect(await waiting).toBe(true)
  expect(readdirSync(join(root, '.review-loop', 'wake')).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

it('does not sleep over what came while somebody looked', async () => {
  const file = newFile()
  writeWake(file, 'first')
  const seen = wakeStamp(file)
  writeWake(file, 'second')
  expect(await waitForWake(file, longTime, signal(), seen)).toBe(true)
  expect(await waitForWake(file, 20, signal())).toBe(false)
})

it('ends when it is cancelled', async () => {
  const cancel = new AbortController()
  const waiting = waitForWake(newFile(), longTime, cancel.signal)
  cancel.abort()
  await expect(waiting).rejects.toThrow(/abort/i)
})
