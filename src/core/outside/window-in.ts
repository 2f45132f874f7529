const units = { day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1000 } as const

/** How long a refusal asks to wait, in milliseconds; undefined where it does not say. */
export function windowIn(text: string): number | undefined {
  const named = asked.exec(text.replace(/[*_`]/g, ''))?.[1]
  if (named === undefined) return undefined
  const parts = [...named.matchAll(part)]
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * lengthOf(unit!), 0)
}

function lengthOf(unit: string): number {
  const name = unit.toLowerCase()
  return name.startsWith('d')
    ? units.day
    : name.startsWith('h')
      ? units.hour
      : name.startsWith('m')
        ? units.minute
        : units.second
}

const length = String.raw`\d{1,5}\s*(?:days?|hours?|hrs?|minutes?|mins?|seconds?|secs?|[dhms])\b`
const part = /(\d{1,5})\s*(days?|hours?|hrs?|minutes?|mins?|seconds?|secs?|[dhms])\b/gi

const asked = new RegExp(
  String.raw`\b(?:wait|available(?: again)?(?: in)?|try again|retry|resets?|resume|renew)\b[^.\n\d]{0,40}?(${length}(?:\s*(?:,|and)?\s*${length})*)`,
  'i',
)
