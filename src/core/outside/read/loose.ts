import type { Words } from './inline.ts'
import type { Role } from './roles.ts'

/** Words of a text that are no part of a problem, and where they stand. */
export interface Loose {
  readonly words: Words
  readonly at: 'heading' | 'text' | 'fold'
  readonly role: Role | null
}
