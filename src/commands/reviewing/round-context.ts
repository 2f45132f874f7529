import type { SharedBudget } from '../../agents/shared-budget.ts'
import type { Story } from '../../core/loop/story.ts'
import type { FrozenSettings } from './frozen-settings.ts'

/** A review as one round of a loop: fresh, and of everything. */
export interface RoundContext {
  readonly session: string
  readonly round: number
  /** Reviews of this round that came to no verdict, where what replies cost is counted after each. */
  readonly attempt?: number
  /** Commits of the loop itself: they do not say what the change is for. */
  readonly ownCommits: ReadonlySet<string>
  /** What the change is to fulfil. */
  readonly story?: Story | null
  /** Paths that are not looked at: what validation commands leave behind. */
  readonly without?: readonly string[]
  /** What all calls may take, in place of the limits among the options. */
  readonly budget?: SharedBudget
  /** As the session read them; nothing is read from the disk again. */
  readonly frozen?: FrozenSettings
}
