/** What may still be asked, as the headers tell it. Tests may change it. */
export interface Limit {
  readonly limit: number
  remaining: number
  /** Milliseconds since 1970. */
  resetAt: number
}

export type Limits = Readonly<Record<'core' | 'graphql', Limit>>

const hour = 3_600_000

export function createLimits(now: number): Limits {
  const full = () => ({ limit: 5000, remaining: 5000, resetAt: now + hour })
  return { core: full(), graphql: full() }
}

/** Every hour anew. */
export function renewLimit(limit: Limit, now: number): void {
  if (now < limit.resetAt) return
  limit.remaining = limit.limit
  limit.resetAt = now + hour
}

export function limitBody({ limit, remaining, resetAt }: Limit) {
  return { limit, remaining, used: limit - remaining, reset: Math.floor(resetAt / 1000) }
}
