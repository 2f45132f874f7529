// Times as they stand in messages. The clock is always given.

/** '2026-02-13T10:00:00Z', and there was such a moment since computers count them. */
export function isUtcTime(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(text)) return false
  const time = Date.parse(text)
  return time >= 0 && utcTimeOf(new Date(time)) === text
}

/** Of '20260213': that there is such a day. */
export function realDay(digits: string): boolean {
  return /^\d{8}$/.test(digits) && isUtcTime(digits.replace(/^(....)(..)(..)$/, '$1-$2-$3T00:00:00Z'))
}

export function utcTimeOf(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`
}

/** '20260213100000' */
export function timeDigits(time: Date): string {
  return time.toISOString().slice(0, 19).replace(/\D/g, '')
}
