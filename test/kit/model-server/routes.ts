import type { ProviderName } from './providers/provider.ts'

export interface Route {
  readonly scenario: string
  readonly provider: ProviderName | null
  readonly operation: 'generate' | 'count' | 'models' | 'probe' | 'upgrade' | 'unknown'
  /** Without the scenario's prefix, with the query. */
  readonly path: string
}

const endings: readonly [pattern: RegExp, provider: ProviderName, operation: 'generate' | 'count'][] = [
  [/\/messages$/, 'anthropic', 'generate'],
  [/\/messages\/count_tokens$/, 'anthropic', 'count'],
  [/\/responses$/, 'responses', 'generate'],
  [/\/responses\/input_tokens$/, 'responses', 'count'],
  [/\/chat\/completions$/, 'chat', 'generate'],
  [/\/models\/[^/:]+:(generateContent|streamGenerateContent)$/, 'gemini', 'generate'],
  [/\/models\/[^/:]+:countTokens$/, 'gemini', 'count'],
]

/** /s/<scenario>/<whatever the program adds to its base URL>. */
export function routeOf(method: string, target: string): Route {
  const url = new URL(target, 'http://127.0.0.1')
  const [, name = '', rest = url.pathname] = /^\/s\/([^/]+)(\/.*)?$/.exec(url.pathname) ?? []
  const common = { scenario: decodeURIComponent(name), path: rest + url.search }
  if (method === 'HEAD') return { ...common, provider: null, operation: 'probe' }
  if (method === 'GET') {
    return { ...common, provider: null, operation: /\/models(\/[^/]+)?$/.test(rest) ? 'models' : 'unknown' }
  }
  const found = endings.find(([pattern]) => pattern.test(rest))
  return { ...common, provider: found?.[1] ?? null, operation: found?.[2] ?? 'unknown' }
}
