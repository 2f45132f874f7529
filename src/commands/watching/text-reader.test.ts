import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { settingsOf } from '../../../test/kit/agent-call.ts'
import { createRepository, temporaryFolder } from '../../../test/support/repository.ts'
import { loadConfig } from '../../config/load.ts'
import { noUsage } from '../../core/cost/usage.ts'
import { openRepository } from '../../io/git/repository.ts'
import { textReader } from './text-reader.ts'

/** One answer in all: whoever asks a second time gets none. */
async function reading(limits: object = {}) {
  const file = join(temporaryFolder(), 'script.jsonl')
  writeFileSync(file, `${JSON.stringify({ role: 'verifier', text: 'yes', usage: { costUsd: 0.5 } })}\n`)
  const repository = await openRepository(createRepository().path)
  const { config } = await loadConfig({ config: undefined, waivers: undefined })
  const settings = { ...settingsOf('replay'), command: file }
  return async (session: string, step: string) => {
    const { signal } = new AbortController()
    const world = { settings, config, repository, limits: () => limits, reviewDir: '.review-loop/tmp', emit: () => {} }
    const reader = await textReader({ ...world, session, step, round: 1, signal }).open(noUsage)
    const asked = await reader.ask({ prompt: 'Which?', schema: null, read: ({ text }) => ({ value: text }) })
    await reader.close()
    return { value: asked.value, status: asked.outcome.status, costUsd: asked.outcome.usage.costUsd }
  }
}

it('pays once for a text, in all sessions, and counts it again only in a review that was cut off', async () => {
  const ask = await reading()
  expect(await ask('s1', '0 0')).toEqual({ value: 'yes', status: 'ok', costUsd: 0.5 })
  expect(await ask('s1', '0 0')).toEqual({ value: 'yes', status: 'cached', costUsd: 0.5 })
  expect(await ask('s1', '1 0')).toMatchObject({ value: 'yes', status: 'cached', costUsd: noUsage.costUsd })
  expect(await ask('s2', '0 0')).toMatchObject({ value: 'yes', status: 'cached', costUsd: noUsage.costUsd })
})

it('asks nobody when the budget is used up', async () => {
  const ask = await reading({ maxTimeMs: 1 })
  expect(await ask('s1', '0 0')).toMatchObject({ value: undefined, status: 'budget_exceeded' })
})
