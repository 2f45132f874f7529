/** How whoever reviews differs from agents that are asked here, round by round. */
export const reviewerTraits = [
  /** It sees only what is pushed: built-in checks look at a fix before that. */
  'sees-pushed',
  /** It is not asked the same thing twice, and its answer may still come. */
  'answers-once',
  /** Only its word approves. */
  'may-veto',
  /** Several review at their own pace: what they bring up later is no fault of a fix, and all that they ask for is there to see. */
  'own-pace',
] as const

export type ReviewerTrait = (typeof reviewerTraits)[number]

export function hasTrait({ started }: Started, trait: ReviewerTrait): boolean {
  return started?.traits?.includes(trait) === true
}

/** The part of a loop's state that tells. */
interface Started {
  readonly started: { readonly traits?: readonly ReviewerTrait[] } | null
}
