import { isOpen, type Seat } from './seats.ts'

// What a watch says while it waits, one line at a time.

export function checkLine(look: number, looks: number): string {
  return `⏳ Review check ${look}/${looks} - Checking for new reviews...`
}

export function waitingLine(seats: readonly Seat[], look: number, looks: number): string {
  const ready = namesOf(seats.filter(({ status }) => status === 'ready'))
  if (ready.length === 0) return `⏳ No reviews yet (${look}/${looks})${gone(seats)}...`
  const open = namesOf(seats.filter(isOpen))
  const others = open.length === 1 ? open[0] : 'others'
  return `⏳ ${ready.length}/${seats.length} reviews ready (${ready.join(', ')})${gone(seats)}, waiting for ${others}...`
}

function gone(seats: readonly Seat[]): string {
  const names = namesOf(seats.filter(({ status }) => status === 'failed' || status === 'refused'))
  return names.length === 0 ? '' : `, none from ${names.join(', ')}`
}

export const analysingLine = (count: number): string => `📋 Analyzing ${count} review(s)...`

export const foundLine = (count: number): string => `🔧 Found ${count} item(s) to address. Restarting workflow...`

/** After a time-out: nothing begins anew. */
export const foundLateLine = (count: number): string => `🔧 Found ${count} item(s) to address before it ends...`

export const passedLine = '✅ All reviews passed - no critical issues or actionable items!'

export const partlyLine = (names: readonly string[]): string =>
  `✅ The reviews that came passed - no critical issues or actionable items; none came from ${names.join(', ')}.`

export const failedLine = (reason: string): string => `❌ Review workflow failed: ${reason}`

export const timeoutLine = (looks: number, names: readonly string[]): string =>
  `❌ Timeout after ${looks} check(s): no review from ${names.join(', ')}.`

export const strangersLine = (logins: readonly string[]): string =>
  `What ${logins.join(', ')} says here is not read: describe it in the configuration (github.reviewers).`

export function namesOf(seats: readonly Seat[]): readonly string[] {
  return seats.map(({ name }) => name)
}
