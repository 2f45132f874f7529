import type { ModelRequest } from './providers/provider.ts'

/** What the model does in one turn. `read` … `shell` are turned into the tools of the program that asks. */
export type Step =
  | { readonly text: string }
  /** The final answer as an object: through the program's structured-output tool where it offers one, else as text. */
  | { readonly json: unknown }
  | { readonly read: string }
  | { readonly edit: { readonly path: string; readonly old: string; readonly new: string } }
  | { readonly write: { readonly path: string; readonly content: string } }
  | { readonly shell: string }
  /** A tool by its exact name, offered or not. */
  | { readonly tool: string; readonly input?: Readonly<Record<string, unknown>> }
  /** A tool that takes plain text instead of an object. */
  | { readonly custom: string; readonly input: string }
  /** Several calls in one turn. */
  | { readonly calls: readonly Step[] }

export interface TokenCounts {
  /** Input without what came from the cache. */
  readonly in: number
  readonly out: number
  readonly cached: number
}

/**
 * malformed: HTML with status 200 · badjson: cut JSON, then a proper end · empty: 200 without a body · hang: no answer ·
 * hang-mid: part of an answer, then silence · cut-mid: part of an answer, then a closed connection ·
 * slow: `delayMs` before every event.
 */
export const faultKinds = ['malformed', 'badjson', 'empty', 'hang', 'hang-mid', 'cut-mid', 'slow'] as const
export type FaultKind = (typeof faultKinds)[number]

/** For the first `times` requests of the scenario (default: all), then it works. */
export type Fault =
  | {
      readonly status: number
      readonly times?: number
      readonly retryAfter?: number | string
      readonly message?: string
    }
  | { readonly kind: FaultKind; readonly times?: number }

export interface Scenario {
  /** One per turn; the last one is repeated. */
  readonly steps: readonly Step[]
  /** Per answer; 1000 in, 200 cached, 50 out unless told. */
  readonly usage?: Partial<TokenCounts>
  /** Answer to side requests: without tools or schema, in a scenario of several steps (titles, summaries). */
  readonly aux?: string
  /** False: side requests are answered by the steps too. */
  readonly side?: boolean
  readonly fault?: Fault
  /** Before the answer; with the kind `slow` also between its events. */
  readonly delayMs?: number
}

/** A scenario may decide by the request: another prompt, another answer. */
export type ScenarioSource = Scenario | ((request: ModelRequest) => Scenario)

const fine: Scenario = { steps: [{ text: 'OK' }] }

/**
 * Names that need no definition: ok, fault-<status>, fault-<status>-x<times>, slow-<ms>, and each fault kind,
 * also with -x<times>.
 */
export function builtInScenario(name: string): Scenario | undefined {
  if (name === 'ok') return fine
  const slow = /^slow-(\d+)$/.exec(name)
  if (slow) return { ...fine, delayMs: Number(slow[1]), fault: { kind: 'slow' } }
  const [, what = '', times] = /^(.+?)(?:-x(\d+))?$/.exec(name) ?? []
  const limit = times === undefined ? {} : { times: Number(times) }
  const status = /^fault-(\d{3})$/.exec(what)
  if (status) return { ...fine, fault: { status: Number(status[1]), ...limit } }
  const kind = faultKinds.find((candidate) => candidate === what)
  return kind === undefined ? undefined : { ...fine, fault: { kind, ...limit } }
}

/** The fault of the n-th request of a scenario, counted from 1. */
export function faultOf(scenario: Scenario, hit: number): Fault | undefined {
  const { fault } = scenario
  return fault !== undefined && hit <= (fault.times ?? Number.POSITIVE_INFINITY) ? fault : undefined
}

export function tokensOf(scenario: Scenario): TokenCounts {
  return { in: 1000, out: 50, cached: 200, ...scenario.usage }
}
