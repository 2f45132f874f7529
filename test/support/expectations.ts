import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect } from 'vitest'
import type { ReviewResult } from '../../src/types.ts'
import { type ProgramResult, root } from './program.ts'

/** Bad input: exit code 2, one line that says what is wrong, one that says what to do, and no trace of work. */
export function expectRefused(result: ProgramResult, folder: string, message: RegExp | string): void {
  const [problem = '', hint = '', ...rest] = result.stderr.split('\n')
  expect(result).toMatchObject({ code: 2, stdout: '' })
  expect(problem).toMatch(/^review-loop: \S.*[.?]$/)
  expect(problem).toMatch(message)
  expect(hint).toMatch(/^ {13}\S.+$/)
  expect(rest).toEqual([''])
  expect(existsSync(join(folder, '.review-loop', 'reviews'))).toBe(false)
}

/** As above, in a repository where review-loop was never used: not even its folder is there. */
export function expectUntouched(result: ProgramResult, folder: string, message: RegExp | string): void {
  expectRefused(result, folder, message)
  expect(existsSync(join(folder, '.review-loop'))).toBe(false)
}

const schemas = {
  json: 'schemas/review-result.schema.json',
  sarif: 'test/schemas/sarif-2.1.0.schema.json',
  rdjson: 'test/schemas/rdjson.schema.json',
  findings: 'schemas/code-review-findings.schema.json',
  loop: 'schemas/loop-result.schema.json',
  event: 'schemas/session-event.schema.json',
  threads: 'schemas/code-review-threads.schema.json',
} as const

const validators = new Map<string, ValidateFunction>()

export function expectValid(format: keyof typeof schemas, value: unknown): void {
  const validate = validators.get(format) ?? compile(schemas[format])
  validators.set(format, validate)
  validate(value)
  expect(validate.errors ?? []).toEqual([])
}

function compile(file: string): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  return ajv.compile(JSON.parse(readFileSync(join(root, file), 'utf8')))
}

/** `rule file:line` of every finding that counts, in order. */
export function placesOf(result: ReviewResult): readonly string[] {
  return result.findings.map(({ rule, file, line }) => `${rule} ${file}${line === null ? '' : `:${line}`}`).sort()
}
