import { isOpen, type Seat } from './seats.ts'

/** What is to be done after a look at the pull request. */
export type PollDecision =
  | { readonly step: 'wait' }
  /** Nobody is waited for any longer. `isShort`: fewer reviews came than are needed; then `lacking` are those that did not come. */
  | { readonly step: 'analyse'; readonly isShort: boolean; readonly lacking: readonly Seat[] }
  /** More are needed than are waited for. */
  | { readonly step: 'fail'; readonly reason: string }

/** Everybody who is waited for is needed, unless somebody says how many. All have their time, so that what they find is fixed. */
export function decidePoll(seats: readonly Seat[], quorum: number | null): PollDecision {
  // That nobody is waited for has its own end.
  const needed = seats.length === 0 ? 0 : (quorum ?? seats.length)
  if (needed > seats.length) return { step: 'fail', reason: tooFew(seats, needed) }
  if (seats.some(isOpen)) return { step: 'wait' }
  const lacking = seats.filter(({ status }) => status !== 'ready')
  return { step: 'analyse', isShort: seats.length - lacking.length < needed, lacking }
}

function tooFew(seats: readonly Seat[], needed: number): string {
  const waited = `${seats.length} ${seats.length === 1 ? 'is' : 'are'} waited for: ${seats.map(({ name }) => name).join(', ')}`
  return `${needed} reviews are needed, and ${waited}. Name more with --wait-for, or lower --quorum (github.quorum).`
}
