import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createRepository } from '../../test/support/repository.ts'
import { readDecisions, writeDecision } from './claim-decisions.ts'
import { openRepository } from './git/repository.ts'
import { lockPath } from './session-lock.ts'

const decided = (id: string) =>
  ({ id, decision: 'accept', by: 'Ann', why: '', at: '2026-03-01T10:00:00.000Z' }) as const

it('loses no decision: not one before a line that an editor left open, nor one of two that are made at once', async () => {
  const test = createRepository()
  writeDecision(test.path, decided('F-00000001'))
  const file = join(test.path, '.review-loop/ledger.jsonl')
  const line = JSON.stringify({ version: 1, type: 'claim-decided', ...decided('F-00000001') })
  writeFileSync(file, line)
  writeDecision(test.path, decided('F-00000002'))
  const lock = lockPath(`${file}.lock`, 'the decisions of people', 'answer')
  expect(() => writeDecision(test.path, decided('F-00000003'))).toThrow(/decisions of people/)
  lock.release()
  const ids = (await readDecisions(await openRepository(test.path))).map(({ id }) => id)
  expect(ids).toEqual(['F-00000001', 'F-00000002'])
})
