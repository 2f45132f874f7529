import { isOpen, type Seat } from './seats.ts'

/** What is to be done after a look at the pull request. */
export type PollDecision =
  | { readonly step: 'wait' }
  /** `missing`: did not speak in time. `unavailable`: said that no review will come. */
  | {
      readonly step: 'analyse'
      readonly isTimeout: boolean
      readonly missing: readonly Seat[]
      readonly unavailable: readonly Seat[]
    }
  /** Too few can still become ready. */
  | { readonly step: 'fail'; readonly reason: string }

/**
 * One that fails does not end the watch: it ends when fewer can become ready than are needed, half of them where nobody says
 * how many. Who is missing makes it a time-out, unless enough are there of which somebody said that they are enough.
 */
export function decidePoll(seats: readonly Seat[], quorum: number | null): PollDecision {
  // That nobody is waited for has its own end.
  const needed = seats.length === 0 ? 0 : (quorum ?? Math.ceil(seats.length / 2))
  const ready = seats.filter(({ status }) => status === 'ready')
  const open = seats.filter(isOpen)
  const missing = seats.filter(({ status }) => status === 'missing')
  const unavailable = seats.filter(({ status }) => status === 'failed' || status === 'refused')
  if (ready.length + open.length + missing.length < needed)
    return { step: 'fail', reason: whyFailed(seats, unavailable, needed) }
  if (open.length > 0) return { step: 'wait' }
  const isTimeout = quorum === null ? missing.length > 0 || ready.length < needed : ready.length < needed
  return { step: 'analyse', isTimeout, missing, unavailable }
}

function whyFailed(seats: readonly Seat[], unavailable: readonly Seat[], needed: number): string {
  const needs = `${needed} ${needed === 1 ? 'review is' : 'reviews are'} needed`
  if (needed > seats.length) {
    const waited = `${seats.length} ${seats.length === 1 ? 'is' : 'are'} waited for: ${seats.map(named).join(', ')}`
    return `${needs}, and ${waited}. Name more with --wait-for, or lower --quorum (github.quorum).`
  }
  return `No review will come from ${unavailable.map(named).join(', ')}, and ${needs}. Look at their checks.`
}

/** A reviewer with what it said about why there is no review of it. */
export function named({ name, reason, skips }: Seat): string {
  const why = reason || skips
  return why ? `${name} (${why})` : name
}
