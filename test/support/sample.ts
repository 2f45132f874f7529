/** `REVIEW_LOOP_SAMPLE=3` runs every third of what is slow: CI has no time for all of it. */
const sample = Number(process.env.REVIEW_LOOP_SAMPLE ?? 1)

export const isInSample = (at: number): boolean => at % sample === 0
