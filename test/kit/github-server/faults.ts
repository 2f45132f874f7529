import type { LogEntry } from './log.ts'

export interface FaultPlan {
  /** Which requests: an operation ('pulls/get', 'graphql'), the name of a query, or a test of the entry. All unless said. */
  readonly on?: string | ((entry: LogEntry) => boolean)
  /** How often. */
  readonly times?: number
  /** So many pass before. */
  readonly skip?: number
  /** This instead of the answer. */
  readonly status?: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The connection ends without an answer. */
  readonly drop?: boolean
  /** What was asked for is done before it fails. */
  readonly after?: boolean
  /** Milliseconds of real time until it is answered. */
  readonly delay?: number
  /** What happens before it is answered: a head that moves. */
  readonly meanwhile?: () => void
}

export type Fault = FaultPlan | 'drop'

export interface Faults {
  readonly add: (faults: readonly Fault[]) => void
  /** What goes wrong with this request. */
  readonly take: (entry: LogEntry) => FaultPlan | undefined
  /** Those that have not happened, or not often enough. */
  readonly left: () => readonly FaultPlan[]
}

interface Waiting {
  readonly plan: FaultPlan
  hasHappened: boolean
  skip: number
  times: number
}

export function createFaults(): Faults {
  let all: readonly Waiting[] = []
  return {
    add: (faults) => {
      const plans = faults.map((fault) => (fault === 'drop' ? { drop: true } : fault))
      all = [
        ...all,
        ...plans.map((plan) => ({ plan, hasHappened: false, skip: plan.skip ?? 0, times: plan.times ?? 1 })),
      ]
    },
    take: (entry) => {
      const found = all.find(({ plan }) => isMeant(plan, entry))
      if (found === undefined) return undefined
      if (found.skip > 0) {
        found.skip -= 1
        return undefined
      }
      found.times -= 1
      found.hasHappened = true
      all = all.filter(({ times }) => times > 0)
      return found.plan
    },
    left: () => all.filter(({ times, hasHappened }) => times < Infinity || !hasHappened).map(({ plan }) => plan),
  }
}

function isMeant({ on }: FaultPlan, entry: LogEntry): boolean {
  if (on === undefined) return true
  return typeof on === 'string' ? on === entry.operation || on === entry.name : on(entry)
}

const limited = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'
const exceeded = 'API rate limit exceeded for user ID 1.'
const spent = { 'x-ratelimit-remaining': '0' }

// What GitHub says when it has had enough. `graphql…` come with a status of 200.
export const limits = {
  primary: { status: 403, body: { message: exceeded }, headers: spent },
  secondary: (retryAfter: number | null, status: 403 | 429 = 403) => ({
    status,
    body: { message: limited },
    headers: retryAfter === null ? {} : { 'retry-after': String(retryAfter) },
  }),
  graphqlPrimary: { status: 200, body: { errors: [{ type: 'RATE_LIMITED', message: exceeded }] }, headers: spent },
  graphqlSecondary: { status: 200, body: { errors: [{ message: limited }] }, headers: { 'retry-after': '60' } },
} as const
