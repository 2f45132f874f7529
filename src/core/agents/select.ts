import { agentKinds } from '../../registry.ts'
import type { AgentKind, AgentSettings } from '../../types.ts'
import { nearest } from '../values/nearest.ts'
import { checkSettings } from './check-settings.ts'

export type Selected =
  | { readonly kind: 'agent'; readonly settings: AgentSettings }
  | { readonly kind: 'auto' }
  | { readonly kind: 'none' }
  | { readonly problem: string }

/**
 * What a flag or a role names: a configured agent, a kind (`claude`), a kind with its model (`claude:opus`), a command line
 * (`command:node my-agent.mjs`), a recording (`replay:file`), `auto` or `none`.
 */
export function selectAgent(word: string, configured: readonly AgentSettings[]): Selected {
  if (word === 'auto' || word === 'none') return { kind: word }
  const known = configured.find(({ name }) => name === word)
  if (known !== undefined) return checked(known)
  const at = word.indexOf(':')
  const kind = at < 0 ? word : word.slice(0, at)
  const rest = at < 0 ? null : word.slice(at + 1).trim()
  if (!agentKinds.includes(kind)) return { problem: unknown(word, configured) }
  if (rest === '' && !takesCommand(kind)) {
    return { problem: `${word} names no model: write ${kind}:MODEL, or ${kind} alone` }
  }
  return checked({ ...plain(kind), ...(takesCommand(kind) ? { command: rest } : { model: rest }) })
}

/** What a role may name besides an agent: these words choose, so no agent can be called like them. */
export const reservedNames = ['auto', 'none', 'builtin'] as const

/** An agent of a kind without anything particular. */
export function plain(kind: AgentKind): AgentSettings {
  return {
    name: kind,
    kind,
    model: null,
    models: { strong: null, standard: null, cheap: null },
    command: null,
    provider: null,
    baseUrl: null,
    keyEnv: null,
    env: [],
    shell: 'sandboxed',
  }
}

/** The kinds that are told what to run. */
function takesCommand(kind: AgentKind): boolean {
  return kind === 'command' || kind === 'acp' || kind === 'replay'
}

function checked(settings: AgentSettings): Selected {
  const wrong = checkSettings(settings)
  return wrong === null ? { kind: 'agent', settings } : { problem: wrong.problem }
}

function unknown(word: string, configured: readonly AgentSettings[]): string {
  const names = [...configured.map(({ name }) => name), ...agentKinds, 'auto', 'none']
  const meant = nearest(word, names)
  return `there is no agent called "${word}"${meant === undefined ? `; known are ${names.join(', ')}` : `; did you mean ${meant}?`}`
}
