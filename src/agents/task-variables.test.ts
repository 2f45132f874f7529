import { expect, it } from 'vitest'
import { settingsOf, taskIn } from '../../test/kit/agent-call.ts'
import { taskVariables } from './task-variables.ts'

it('says how many entries did not fit', () => {
  const files = Array.from({ length: 5000 }, (_, index) => `${'folder/'.repeat(5)}file-${index}.ts`)
  const variables = taskVariables(taskIn('/w', { task: { files } }), settingsOf('command'), {})
  const given = (variables.REVIEW_LOOP_FILES ?? '').split('\n')
  expect(Buffer.byteLength(variables.REVIEW_LOOP_FILES ?? '')).toBeLessThan(128 * 1024)
  expect(given).toEqual(files.slice(0, given.length))
  expect(Number(variables.REVIEW_LOOP_FILES_LEFT_OUT) + given.length).toBe(files.length)
  expect(variables).not.toHaveProperty('REVIEW_LOOP_FINDINGS_LEFT_OUT')
})

it('keeps a name with a line break on one line', () => {
  const files = ['a.ts', 'b\nc.ts', '"d".ts', 'e"f.ts']
  const variables = taskVariables(taskIn('/w', { task: { files } }), settingsOf('command'), {})
  const given = (variables.REVIEW_LOOP_FILES ?? '').split('\n')
  expect(given.map((line) => (line.startsWith('"') ? JSON.parse(line) : line))).toEqual(files)
})

it('cannot be made to lie about the task by a variable of the same name', () => {
  const settings = settingsOf('command', { settings: { env: ['REVIEW_LOOP_ROLE'] } })
  expect(taskVariables(taskIn('/w'), settings, { REVIEW_LOOP_ROLE: 'fixer' }).REVIEW_LOOP_ROLE).toBe('reviewer')
})
