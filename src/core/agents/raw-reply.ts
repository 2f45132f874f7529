import type { Json } from '../../types.ts'

/** What an agent answered, before anything is believed of it. */
export interface RawReply {
  readonly text: string
  readonly structured: Json | null
}
