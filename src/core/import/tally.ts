/** Counts what was repaired or skipped, so that a hundred thousand of them still make one sentence. */
export interface Tally {
  /** `sentence` gets the count: 'Skipped 3 results that …'. */
  readonly add: (sentence: (count: number) => string) => void
  readonly notes: () => readonly string[]
}

/** Sentences are told apart by identity: give functions that are defined once. */
export function createTally(name: string): Tally {
  const counts = new Map<(count: number) => string, number>()
  return {
    add: (sentence) => counts.set(sentence, (counts.get(sentence) ?? 0) + 1),
    notes: () => [...counts].map(([sentence, count]) => `${name}: ${sentence(count)}`),
  }
}

export const withoutMessage = (count: number): string => `Skipped ${results(count)} without a message.`
export const outside = (count: number): string => `Skipped ${results(count)} in files outside of the repository.`

export function results(count: number): string {
  return count === 1 ? '1 result' : `${count} results`
}
