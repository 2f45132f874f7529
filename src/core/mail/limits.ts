/** Rounds of a review by mail. */
export const roundLimits = { usual: 2, most: 3 } as const

/** What a reviewer may use where a request does not say. */
export const defaultBudget = { turns: 8, seconds: 600 } as const

/** What one approval may leave for later. */
export const mostNits = 500
