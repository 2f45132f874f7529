const units = { h: 3_600_000, m: 60_000, s: 1000 } as const

/** `3s`, `10m`, `1h30m` → milliseconds; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const match = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(text.trim())
  if (match === null || match[0] === '') return undefined
  const [, hours = 0, minutes = 0, seconds = 0] = match
  const total = Number(hours) * units.h + Number(minutes) * units.m + Number(seconds) * units.s
  return total > 0 ? total : undefined
}

/** A duration for people, as the configuration writes it: '320ms', '3s', '10m', '1h30m'. */
export function duration(milliseconds: number): string {
  if (Math.round(milliseconds) < 1000) return `${Math.round(milliseconds)}ms`
  const seconds = Math.round(milliseconds / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part, index) => (part === 0 ? '' : `${part}${'hms'.charAt(index)}`)).join('')
}
