import type { AgentSettings } from '../../types.ts'
import type { SettingsProblem } from './settings-problem.ts'

export interface ModelService {
  readonly provider: NonNullable<AgentSettings['provider']>
  readonly model: string
}

/** Whose model an `api` agent asks, or what is missing so that it is known. */
export function modelService({ model, provider, baseUrl }: AgentSettings): ModelService | SettingsProblem {
  if (model === null || model.trim() === '') {
    return { key: 'model', problem: 'an api agent needs a model, for example claude-sonnet-4-6' }
  }
  const whose = provider ?? providerOf(model)
  if (whose === undefined) {
    const choices = 'anthropic, openai, google or openai-compatible'
    return {
      key: 'provider',
      problem: `the model ${model} does not say whose it is: agents.NAME.provider in the configuration says it (${choices})`,
    }
  }
  if (whose === 'openai-compatible' && baseUrl === null) {
    return { key: 'base_url', problem: 'openai-compatible needs the address of the service, with /v1 at its end' }
  }
  return { provider: whose, model }
}

function providerOf(model: string): ModelService['provider'] | undefined {
  if (/^claude-/.test(model)) return 'anthropic'
  if (/^(gpt-(?!oss)|o\d)/.test(model)) return 'openai'
  return /^gemini-/.test(model) ? 'google' : undefined
}
