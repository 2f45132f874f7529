import { expect, it } from 'vitest'
import type { ValidationResult } from './types.ts'
import { comparison } from './validations.ts'

const result = (command: string, status: ValidationResult['status']): ValidationResult => ({
  command,
  status,
  exitCode: status === 'timed_out' ? null : status === 'passed' ? 0 : 1,
  durationMs: 1,
  output: '',
})

it.each<[ValidationResult['status'] | null, ValidationResult['status'], string]>([
  ['passed', 'passed', ''],
  ['passed', 'failed', 'newlyFailing'],
  ['passed', 'timed_out', 'newlyFailing'],
  ['failed', 'failed', 'stillFailing'],
  ['timed_out', 'failed', 'stillFailing'],
  ['failed', 'timed_out', 'stillFailing'],
  ['failed', 'passed', 'mended'],
  ['timed_out', 'passed', 'mended'],
  [null, 'failed', 'newlyFailing'],
  [null, 'passed', ''],
])('puts a command that was %s and is %s under "%s"', (before, after, expected) => {
  const others = [result('other', 'passed')]
  const compared = comparison(
    [...others, ...(before === null ? [] : [result('it', before)])],
    [...others, result('it', after)],
  )
  const found = Object.entries(compared).filter(([, results]) => results.length > 0)
  expect(found.map(([name, results]) => `${name}: ${results.map(({ command }: ValidationResult) => command)}`)).toEqual(
    expected === '' ? [] : [`${expected}: it`],
  )
})
