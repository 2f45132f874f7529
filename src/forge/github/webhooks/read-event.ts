import * as v from 'valibot'
import { numberSchema as number } from '../../../core/handoff/pull-request.ts'
import { parseJson } from '../../../core/values/parse-json.ts'
import { schemaProblem } from '../../../core/values/schema-problem.ts'
import type { Wake } from '../../forge.ts'

/** What a delivery is about. Of payloads only what is needed is read, and that has to be as GitHub describes it. */
export type WebhookEvent =
  | { readonly kind: 'wakes'; readonly wakes: readonly Wake[] }
  /** Nothing to look at, and why. */
  | { readonly kind: 'nothing'; readonly why: string }
  | { readonly kind: 'unreadable'; readonly problem: string }

/** Accounts of an enterprise end in an underline and its short name. */
const owner = v.pipe(v.string(), v.regex(/^(?=.{1,39}$)[a-z\d][a-z\d-]*(?:_[a-z\d]+)?$/i, 'is no name'))
const name = v.pipe(v.string(), v.regex(/^(?!\.{1,2}$)(?!.*\.git$)[\w.-]{1,100}$/i, 'is no name'))
const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const common = v.object({
  action: v.pipe(v.string(), v.regex(/^[a-z_]{1,50}$/, 'is no action')),
  repository: v.object({ id, name, owner: v.object({ login: owner }) }),
})

interface Named {
  readonly number: number
  /** The id of its repository. Null: the one the delivery is about. */
  readonly base: number | null
}

const own = (found: { readonly number: number }): Named => ({ number: found.number, base: null })

const ofPullRequest = v.pipe(
  v.object({ pull_request: v.object({ number }) }),
  v.transform(({ pull_request }) => [own(pull_request)]),
)

const ofIssue = v.pipe(
  v.object({ issue: v.object({ number, pull_request: v.optional(v.unknown()) }) }),
  v.transform(({ issue }) => (issue.pull_request === undefined ? [] : [own(issue)])),
)

/** In a fork, checks name the pull requests to its parent. */
const ofCheck = v.pipe(
  v.object({
    pull_requests: v.array(v.nullable(v.object({ number, base: v.object({ repo: v.object({ id }) }) }))),
  }),
  v.transform(({ pull_requests }) =>
    pull_requests.flatMap((found) => (found === null ? [] : [{ number: found.number, base: found.base.repo.id }])),
  ),
)

const events: Readonly<Record<string, v.GenericSchema<unknown, readonly Named[]>>> = {
  pull_request: ofPullRequest,
  pull_request_review: ofPullRequest,
  pull_request_review_comment: ofPullRequest,
  pull_request_review_thread: ofPullRequest,
  issue_comment: ofIssue,
  check_run: v.pipe(
    v.object({ check_run: ofCheck }),
    v.transform((payload) => payload.check_run),
  ),
  check_suite: v.pipe(
    v.object({ check_suite: ofCheck }),
    v.transform((payload) => payload.check_suite),
  ),
  workflow_run: v.pipe(
    v.object({ workflow_run: ofCheck }),
    v.transform((payload) => payload.workflow_run),
  ),
}

export function readWebhook(event: string, json: string): WebhookEvent {
  if (event === 'ping') return { kind: 'nothing', why: 'ping' }
  const schema = Object.hasOwn(events, event) ? events[event] : undefined
  if (schema === undefined) return { kind: 'nothing', why: `${event} is not listened to` }
  const payload = parseJson(json)
  const [about, named] = [v.safeParse(common, payload), v.safeParse(schema, payload)]
  if (!about.success) return { kind: 'unreadable', problem: schemaProblem(about.issues[0], 'all of it') }
  if (!named.success) return { kind: 'unreadable', problem: schemaProblem(named.issues[0], 'all of it') }
  const { action, repository } = about.output
  const numbers = named.output
    .filter(({ base }) => base === null || base === repository.id)
    .map((found) => found.number)
  if (numbers.length === 0) return { kind: 'nothing', why: `this ${event} names no pull request` }
  const wake = { repository: `${repository.owner.login}/${repository.name}`, reason: `${event} ${action}` }
  return { kind: 'wakes', wakes: [...new Set(numbers)].map((number) => ({ ...wake, number })) }
}
