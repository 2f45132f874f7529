import { checkSettings } from '../../core/agents/check-settings.ts'
import { modelService } from '../../core/agents/model-service.ts'
import type { SettingsProblem } from '../../core/agents/settings-problem.ts'
import type { AgentFailure, AgentSettings } from '../../types.ts'

export interface ModelChoice {
  readonly provider: NonNullable<AgentSettings['provider']>
  readonly model: string
  /** With the version of the interface in it. Null: the vendor's own. */
  readonly baseUrl: string | null
  /** Null for services that need none. */
  readonly key: string | null
}

export type Chosen = ModelChoice | { readonly status: AgentFailure; readonly reason: string }

/** Which model is asked, where and with which key; or what to write so that it is known. */
export function chooseModel(settings: AgentSettings, variables: Readonly<Record<string, string | undefined>>): Chosen {
  const wrong = checkSettings(settings)
  const service = modelService(settings)
  if (wrong !== null) return misconfigured(settings, wrong)
  if ('problem' in service) return misconfigured(settings, service)
  const { provider, model } = service
  const { baseUrl } = settings
  const names = keyNames(settings, provider)
  const key = names.map((each) => variables[each]?.trim()).find((value) => value !== undefined && value !== '')
  if (key === undefined && names.length > 0) {
    return { status: 'not_logged_in', reason: `there is no key: set ${names.join(' or ')}` }
  }
  return { provider, model, baseUrl: baseUrl === null ? null : withVersion(baseUrl, provider), key: key ?? null }
}

/** Where the key is looked for; the first that is set counts. */
export function keyNames({ keyEnv }: AgentSettings, provider: ModelChoice['provider']): readonly string[] {
  return keyEnv === null ? usualKeys[provider] : [keyEnv]
}

/** A service of one's own must not get the key of another vendor: it has none unless the settings name it. */
const usualKeys: Readonly<Record<ModelChoice['provider'], readonly string[]>> = {
  anthropic: ['ANTHROPIC_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  google: ['GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  'openai-compatible': [],
}

/** Vendors disagree whether the version belongs to the address; people write both. */
function withVersion(baseUrl: string, provider: ModelChoice['provider']): string {
  const address = baseUrl.replace(/\/+$/, '')
  if (/\/v\d+(alpha|beta)?\d*$/.test(address)) return address
  if (provider === 'google') return `${address}/v1beta`
  return provider === 'anthropic' || new URL(address).pathname === '/' ? `${address}/v1` : address
}

function misconfigured({ name }: AgentSettings, { key, problem }: SettingsProblem): Chosen {
  return { status: 'misconfigured', reason: `agents.${name}.${key}: ${problem}` }
}
