import type { AgentHeard, PostedItem } from '../outside/types.ts'
import type { OwnAnswer } from './own-replies.ts'
import type { Unconfirmed } from './unconfirmed-fixes.ts'

/** Something that somebody asks for, with where it was raised and how it stands. */
export interface CollectedItem extends PostedItem {
  /** Of this item at this place: our answers name it. */
  readonly key: string
  readonly id: string
  /** The id of its thread, or of the text that it stands in. */
  readonly source: string
  readonly isThread: boolean
  readonly url: string
  readonly at: string | null
  /** Who says it, to be named to people. */
  readonly by: string
  /** Nobody has closed it, and whoever has to be answered can be. */
  readonly isOpen: boolean
  /** Null: not answered since it was said. */
  readonly answer: OwnAnswer | Unconfirmed | null
  /** What people who may write added where it was raised. */
  readonly talk: readonly { readonly by: string; readonly body: string }[]
  /** Why it is not fixed automatically: what people say about it; null: nobody is against it. */
  readonly held: string | null
  /** Who of them wants it fixed. */
  readonly wantedBy: string | null
  /** How an agent read what a person wrote about it. */
  readonly heard: AgentHeard | null
}
