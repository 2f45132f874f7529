import * as v from 'valibot'
import {
  award,
  basicUser,
  diff,
  discussion,
  lineCode,
  listedMergeRequest,
  member,
  mergeRequest,
  note,
  references,
  reviewer,
  status,
  token,
  train,
  user,
  version,
} from './answers.ts'

// GitLab's REST interface, version 4: what is used of it. In questions nothing may be said that is not described.

const count = v.pipe(v.string(), v.regex(/^[1-9]\d{0,2}$/))
const page = {
  page: v.optional(count),
  per_page: v.optional(
    v.pipe(
      count,
      v.check((text) => Number(text) <= 100),
    ),
  ),
}

const writtenEdge = v.strictObject({ line_code: lineCode, type: v.picklist(['new', 'old']) })
const writtenPosition = v.strictObject({
  ...references.entries,
  position_type: v.literal('text'),
  old_path: v.string(),
  new_path: v.string(),
  new_line: v.optional(v.number()),
  old_line: v.optional(v.number()),
  line_range: v.optional(v.strictObject({ start: writtenEdge, end: writtenEdge })),
})
/** A line that begins like a command, outside of code, is one: GitLab obeys it with the rights of the token. */
const isOrder = (words: string) => /^\/[a-z]/im.test(words.replace(/^(`{3,}|~{3,})[\s\S]*?^\1/gm, ''))
const text = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(1_000_000),
  v.check((words) => !isOrder(words), 'it gives an order'),
)
const words = v.strictObject({ body: text })
const order = {
  order_by: v.optional(v.picklist(['created_at', 'updated_at'])),
  sort: v.optional(v.picklist(['asc', 'desc'])),
}

interface Described {
  /** 'GET /projects/:id/merge_requests/:iid' */
  readonly route: string
  readonly query?: Readonly<Record<string, v.GenericSchema>>
  readonly body?: v.GenericSchema
  readonly answer: v.GenericSchema
  /** A list is answered page by page. */
  readonly isPaged?: true
}

const mr = '/projects/:id/merge_requests'

export const operations = {
  'user/me': { route: 'GET /user', answer: user },
  'token/self': { route: 'GET /personal_access_tokens/self', answer: token },
  'user/get': { route: 'GET /users/:user', answer: user },
  'user/find': { route: 'GET /users', query: { username: v.string() }, answer: v.array(basicUser), isPaged: true },
  'project/get': {
    route: 'GET /projects/:id',
    answer: v.object({
      id: v.number(),
      path_with_namespace: v.string(),
      namespace: v.object({ full_path: v.string() }),
    }),
  },
  'member/get': { route: 'GET /projects/:id/members/all/:user', answer: member },
  'mr/list': {
    route: `GET ${mr}`,
    query: {
      ...order,
      state: v.optional(v.picklist(['opened', 'closed', 'locked', 'merged', 'all'])),
      scope: v.optional(v.picklist(['created_by_me', 'assigned_to_me', 'all'])),
      source_branch: v.optional(v.string()),
    },
    answer: v.array(listedMergeRequest),
    isPaged: true,
  },
  'mr/get': { route: `GET ${mr}/:iid`, answer: mergeRequest },
  'mr/update': {
    route: `PUT ${mr}/:iid`,
    body: v.strictObject({ reviewer_ids: v.array(v.number()) }),
    answer: mergeRequest,
  },
  'mr/reviewers': { route: `GET ${mr}/:iid/reviewers`, answer: v.array(reviewer), isPaged: true },
  'mr/awards': { route: `GET ${mr}/:iid/award_emoji`, answer: v.array(award), isPaged: true },
  'mr/note-awards': { route: `GET ${mr}/:iid/notes/:note/award_emoji`, answer: v.array(award), isPaged: true },
  'mr/train': { route: 'GET /projects/:id/merge_trains/merge_requests/:iid', answer: train },
  'mr/versions': { route: `GET ${mr}/:iid/versions`, answer: v.array(version), isPaged: true },
  'mr/diffs': { route: `GET ${mr}/:iid/diffs`, answer: v.array(diff), isPaged: true },
  'mr/discussions': { route: `GET ${mr}/:iid/discussions`, answer: v.array(discussion), isPaged: true },
  'mr/discussion': { route: `GET ${mr}/:iid/discussions/:discussion`, answer: discussion },
  'mr/discuss': {
    route: `POST ${mr}/:iid/discussions`,
    body: v.strictObject({ body: text, position: v.optional(writtenPosition) }),
    answer: discussion,
  },
  'mr/resolve': {
    route: `PUT ${mr}/:iid/discussions/:discussion`,
    body: v.strictObject({ resolved: v.boolean() }),
    answer: discussion,
  },
  'mr/reply': { route: `POST ${mr}/:iid/discussions/:discussion/notes`, body: words, answer: note },
  'mr/notes': { route: `GET ${mr}/:iid/notes`, query: order, answer: v.array(note), isPaged: true },
  'mr/note': { route: `GET ${mr}/:iid/notes/:note`, answer: note },
  'mr/comment': { route: `POST ${mr}/:iid/notes`, body: words, answer: note },
  'mr/edit-note': { route: `PUT ${mr}/:iid/notes/:note`, body: words, answer: note },
  // Its schema is in graphql.ts.
  graphql: {
    route: 'POST /graphql',
    body: v.strictObject({ query: v.string(), variables: v.record(v.string(), v.unknown()) }),
    answer: v.object({ data: v.unknown() }),
  },
  'commit/mrs': {
    route: 'GET /projects/:id/repository/commits/:sha/merge_requests',
    answer: v.array(listedMergeRequest),
    isPaged: true,
  },
  'commit/statuses': {
    route: 'GET /projects/:id/repository/commits/:sha/statuses',
    query: { name: v.optional(v.string()) },
    answer: v.array(status),
    isPaged: true,
  },
  'commit/report': {
    route: 'POST /projects/:id/statuses/:sha',
    body: v.strictObject({
      state: v.picklist(['pending', 'running', 'success', 'failed', 'canceled', 'skipped']),
      name: v.string(),
      description: v.pipe(v.string(), v.maxLength(255)),
    }),
    answer: status,
  },
} satisfies Record<string, Described>

export type OperationName = keyof typeof operations

export interface Route {
  readonly operation: OperationName
  readonly values: Readonly<Record<string, string>>
}

export function findRoute(method: string, pathname: string): Route | undefined {
  for (const [operation, { route }] of Object.entries(operations)) {
    const [verb, template = ''] = route.split(' ')
    const names = [...template.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
    const found = new RegExp(`^${template.replace(/:\w+/g, '([^/]+)')}$`).exec(pathname)
    if (verb !== method || found === null) continue
    const values = Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]))
    return { operation: operation as OperationName, values }
  }
  return undefined
}

/** What the description does not allow in a question. */
export function questionProblems(name: OperationName, query: URLSearchParams, body: unknown): readonly string[] {
  const described: Described = operations[name]
  const entries: Readonly<Record<string, v.GenericSchema>> = { ...described.query, ...(described.isPaged ? page : {}) }
  const asked = v.strictObject(entries)
  return [
    ...problemsOf(asked, Object.fromEntries(query), `the query of ${name}`),
    ...problemsOf(described.body ?? v.undefined(), body, `the body of ${name}`),
  ]
}

export function answerProblems(name: OperationName, body: unknown): readonly string[] {
  return problemsOf(operations[name].answer, body, `the answer to ${name}`)
}

export function isPaged(name: OperationName): boolean {
  return 'isPaged' in operations[name]
}

function problemsOf(schema: v.GenericSchema, value: unknown, what: string): readonly string[] {
  const issues = v.safeParse(schema, value).issues ?? []
  return issues.map((issue) => `${what}: ${v.getDotPath(issue) ?? 'all of it'}: ${issue.message}`)
}
