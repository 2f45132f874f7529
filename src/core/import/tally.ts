/** Counts what happened to results, so that a hundred thousand of them still make one sentence. */
export interface Tally {
  /** `sentence` gets the count: 'Skipped 3 results that …'. */
  readonly add: (sentence: (count: number) => string) => void
  readonly sentences: () => readonly string[]
}

/** Sentences are told apart by identity: give functions that are defined once. */
function createTally(): Tally {
  const counts = new Map<(count: number) => string, number>()
  return {
    add: (sentence) => counts.set(sentence, (counts.get(sentence) ?? 0) + 1),
    sentences: () => [...counts].map(([sentence, count]) => sentence(count)),
  }
}

/** What is told of a report: what was repaired or left out for a good reason, and what may hide a finding. */
export interface Remarks {
  readonly notes: Tally
  /** Damage: whoever wrote the report may have said more than could be read. */
  readonly losses: Tally
}

export function createRemarks(notes: Tally = createTally()): Remarks {
  return { notes, losses: createTally() }
}

export const outside = (count: number): string => `Skipped ${results(count)} in files outside of the repository.`
export const withoutMessage = (count: number): string => `${results(count)} ${have(count)} no message.`
export const unreadable = (count: number): string => `${results(count)} cannot be read.`

export function results(count: number): string {
  return count === 1 ? '1 result' : `${count} results`
}

export function have(count: number): string {
  return count === 1 ? 'has' : 'have'
}
