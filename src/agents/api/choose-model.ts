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
  const { name, model, baseUrl } = settings
  if (model === null || model.trim() === '') {
    return wrong(`agent ${name} needs a model: write agents.${name}.model, for example claude-sonnet-4-6`)
  }
  const provider = settings.provider ?? providerOf(model)
  if (provider === undefined) {
    const choices = 'anthropic, openai, google or openai-compatible'
    return wrong(`the model ${model} does not say whose it is: write agents.${name}.provider: ${choices}`)
  }
  if (provider === 'openai-compatible' && baseUrl === null) {
    return wrong(`agent ${name} needs the address of its service: write agents.${name}.base_url, with /v1 at its end`)
  }
  if (baseUrl !== null && !isWebAddress(baseUrl)) {
    return wrong(`agents.${name}.base_url is not an address that begins with http:// or https://`)
  }
  const names = settings.keyEnv === null ? usualKeys[provider] : [settings.keyEnv]
  const key = names.map((each) => variables[each]?.trim()).find((value) => value !== undefined && value !== '')
  if (key === undefined && names.length > 0) {
    return { status: 'not_logged_in', reason: `there is no key: set ${names.join(' or ')}` }
  }
  return { provider, model, baseUrl: baseUrl === null ? null : withVersion(baseUrl, provider), key: key ?? null }
}

/** A service of one's own must not get the key of another vendor: it has none unless the settings name it. */
const usualKeys: Readonly<Record<ModelChoice['provider'], readonly string[]>> = {
  anthropic: ['ANTHROPIC_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  google: ['GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  'openai-compatible': [],
}

function providerOf(model: string): ModelChoice['provider'] | undefined {
  if (/^claude-/.test(model)) return 'anthropic'
  if (/^(gpt-(?!oss)|o\d)/.test(model)) return 'openai'
  return /^gemini-/.test(model) ? 'google' : undefined
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** Vendors disagree whether the version belongs to the address; people write both. */
function withVersion(baseUrl: string, provider: ModelChoice['provider']): string {
  const address = baseUrl.replace(/\/+$/, '')
  if (/\/v\d+(alpha|beta)?\d*$/.test(address)) return address
  if (provider === 'google') return `${address}/v1beta`
  return provider === 'anthropic' || new URL(address).pathname === '/' ? `${address}/v1` : address
}

function wrong(reason: string): Chosen {
  return { status: 'misconfigured', reason }
}
