import type { Finding } from '../../types.ts'

// Findings that a reviewer raised and that do not count.

/** A finding that validation did not let through, and why. */
export type UncountedFinding = Finding & {
  readonly reason: string
  /** Where its line was at the review before, if it was elsewhere. */
  readonly earlierLine?: number
  /** What stands at its line, whatever it quotes. */
  readonly lineText?: string
  /** It is about code that the change does not touch. */
  readonly isOutside?: boolean
}

/** A blocking claim that could not be checked, and why. */
export type UnverifiedClaim = Finding & { readonly reason: string }
