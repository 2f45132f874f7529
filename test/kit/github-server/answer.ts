import type { App } from './state/apps.ts'
import type { Token } from './state/tokens.ts'

/** A request that is known to come from somebody. */
export interface Asked {
  readonly method: string
  /** As the client wrote it. */
  readonly address: URL
  /** Without the prefix of an Enterprise Server. */
  readonly pathname: string
  readonly body: unknown
  readonly caller: Token | App
}

export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
  /** What GitHub's own descriptions do not allow, in the question or in the answer. */
  readonly violations: readonly string[]
}
