import { expect, it } from 'vitest'
import { settingsOf } from '../../../test/kit/agent-call.ts'
import type { AgentSettings, Tier } from '../../types.ts'
import { modelFor } from './model-for.ts'

const settings = settingsOf('claude')

it.each<[string, Partial<AgentSettings>, Tier, string | null]>([
  ["the program's own choice for its best", {}, 'strong', null],
  ['a lesser one for lesser work', {}, 'cheap', 'haiku'],
  ['its own choice where no lesser one is known', { kind: 'codex' }, 'cheap', null],
  ['the one that is named', { model: 'opus' }, 'cheap', 'opus'],
  ['the one of the tier', { model: 'opus', models: { ...settings.models, cheap: 'mini' } }, 'cheap', 'mini'],
])('takes %s', (_, values, tier, expected) => {
  expect(modelFor({ ...settings, ...values }, tier)).toBe(expected)
})
