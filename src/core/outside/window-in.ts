const units: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 }

/** How long a refusal asks to wait, in milliseconds; undefined where it does not say. */
export function windowIn(text: string): number | undefined {
  const named = asked.exec(text.replace(/[*_`]/g, ''))?.[1]
  if (named === undefined) return undefined
  const parts = [...named.matchAll(/(\d+)\s*(\w)/g)]
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * units[unit!.toLowerCase()]!, 0)
}

const length = String.raw`\d{1,5}\s*(?:days?|hours?|hrs?|minutes?|mins?|seconds?|secs?|[dhms])\b`
const asked = new RegExp(
  String.raw`\b(?:wait|available(?: again)?(?: in)?|try again|retry|resets?|resume|renew)\b[^.\n\d]{0,40}?(${length}(?:\s*(?:,|and)?\s*${length})*)`,
  'i',
)
