import type { PriceOverrides } from '../core/cost/prices.ts'

/** What every agent needs of the machine. */
export interface AgentMachine {
  /** Of the process we run in; an agent is given single names of it, never all. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Absolute path of the repository whose state folder keeps the transcripts. */
  readonly root: string
  /** Where transcripts go, relative to the root. */
  readonly transcripts: string
  readonly sandbox: 'auto' | 'required' | 'off'
  /** What models cost here, where it is not the list price. */
  readonly prices?: PriceOverrides
}
