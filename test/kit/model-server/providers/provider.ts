import type { JsonObject } from '../json.ts'
import type { TokenCounts } from '../scenario.ts'

export type ProviderName = 'anthropic' | 'responses' | 'chat' | 'gemini'

export interface OfferedTool {
  readonly name: string
  /** `text`: the tool takes plain text instead of an object. */
  readonly takes: 'object' | 'text'
  /** Of tools that a call names with it. */
  readonly group?: string
}

/** What every provider's request says, in the same words. */
export interface RequestFacts {
  readonly model: string
  readonly stream: boolean
  readonly tools: readonly OfferedTool[]
  /** Tool calls already made in this conversation. */
  readonly callsMade: number
  /** Whether the answer is asked for as JSON of a given schema. */
  readonly schema: boolean
  readonly system: string
  /** All text of the user's messages, in order. */
  readonly prompt: string
}

export interface ModelRequest extends RequestFacts {
  readonly scenario: string
  readonly provider: ProviderName
  readonly path: string
  /** Which request of the scenario this is, counted from 1. */
  readonly hit: number
  readonly body: JsonObject
}

export interface ToolCall {
  readonly name: string
  readonly input: JsonObject
  /** Set for tools that take plain text. */
  readonly raw?: string
}

export interface Answer {
  readonly text: string | null
  readonly calls: readonly ToolCall[]
  readonly tokens: TokenCounts
}

export interface StreamEvent {
  readonly event?: string
  /** An object, or a line that is not JSON. */
  readonly data: JsonObject | string
  /** Carries a piece of the answer: where faults in the middle of a stream strike. */
  readonly content?: boolean
}

/** One provider's API: how its requests read and what its answers look like. */
export interface ProviderApi {
  readonly name: ProviderName
  read(body: JsonObject, path: string): RequestFacts
  whole(request: RequestFacts, answer: Answer): JsonObject
  stream(request: RequestFacts, answer: Answer): StreamEvent[]
  error(status: number, message: string): JsonObject
  countTokens(bytes: number): JsonObject
}

let lastId = 0

/** Unique in this process; of the length and alphabet of real ids. */
export function newId(prefix: string): string {
  lastId += 1
  return `${prefix}${lastId.toString(36).padStart(24, '0')}`
}

/** Real answers come in pieces; about twenty at most. */
export function piecesOf(text: string): string[] {
  const size = Math.max(48, Math.ceil(text.length / 20))
  return text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'gu')) ?? ['']
}

export function secondsNow(): number {
  return Math.floor(Date.now() / 1000)
}
