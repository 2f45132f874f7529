import type { CommentClass, Weight } from './types.ts'

/** How to know one thing that a text says. One match is enough. */
export interface Signs {
  /** Looked for in the text as it is: hidden marks, badges, anything in quotes and folded parts. */
  readonly markup: readonly RegExp[]
  /** Looked for in what a reader sees first: without code, quotes, folded parts and marks. */
  readonly prose: readonly RegExp[]
}

/** Something a text can say about its review, most telling first. */
export type SignedClass = 'refused' | 'failed' | 'in_progress' | 'findings' | 'clean' | 'summary' | 'notice'

/** What a reaction can say. That something was found needs words. */
export const reactionMeanings = ['refused', 'failed', 'in_progress', 'clean'] as const

export type ReactionMeaning = (typeof reactionMeanings)[number]

/** One reviewer, as its description says that its texts are to be read. */
export interface OutsideReviewer {
  readonly id: string
  readonly name: string
  /** In lower case, without `[bot]`. */
  readonly logins: readonly string[]
  /** Logins that a person named for it: they count also where the account is not a bot's. */
  readonly accounts?: readonly string[]
  /** Logins under which others post as well: only texts with the mark are of this reviewer. */
  readonly shared?: { readonly logins: readonly string[]; readonly mark: RegExp }
  /** It writes into the description of the pull request, between these marks. */
  readonly description?: { readonly start: RegExp; readonly end: RegExp }
  /** Names of check runs that count although an app of others may have made them. In lower case. */
  readonly checks: readonly string[]
  /** What an ended check means where its text says nothing. What is missing means nothing. */
  readonly conclusions: Readonly<Partial<Record<string, CommentClass>>>
  readonly signs: Readonly<Partial<Record<SignedClass, Signs>>>
  /** What it means by a reaction to the description, by name as in `nameOfReaction`. What is missing means nothing. */
  readonly reactions: Readonly<Partial<Record<string, ReactionMeaning>>>
  /** Its own words for how grave something is, besides those that all understand. The first that is found counts. */
  readonly severities: readonly (readonly [mark: RegExp, weight: Weight])[]
  /** The first group is an id that stays the same in every round. */
  readonly nativeIds: readonly RegExp[]
  /** What it says about itself and not about this review. */
  readonly ignored?: RegExp
  /** Marks a text that answers somebody and is no review, whatever it says about the change. */
  readonly answers?: RegExp
  /** Marks a review of another kind: that it found nothing says nothing about the rest. */
  readonly sideReview?: RegExp
  /** The line above a list of loose remarks about the whole. */
  readonly remarks?: RegExp
  /** The headline of the problems that are said here alone: above it is only what inline comments say, too. */
  readonly itemsBelow?: RegExp
  /** It reports bugs and nothing else: what it calls more than low is to be mended. */
  readonly onlyBugs: boolean
  /** A summary of it says that the review is over. */
  readonly summaryIsReady: boolean
  /** What to write to ask for another review; null: a push, or a request of review. */
  readonly trigger: string | null
  /** The account whose review is requested to ask for another one. */
  readonly requestedAs?: string
  /** After so many minutes it is missing; null: after so many looks as all get. */
  readonly deadlineMinutes: number | null
}
