import { dereference, description, type Operation, parameterOf, problemsOf } from './description.ts'
import { fill } from './fill.ts'
import type { FakePullRequest, FakeState } from './state.ts'

export interface RestAnswer {
  readonly status: number
  readonly body: unknown
  /** Requests or answers that GitHub's own description does not allow. */
  readonly violations: readonly string[]
}

/** Answers a GET as GitHub would, and checks both sides of it against the official description. */
export function answerRest(state: FakeState, url: URL): RestAnswer {
  const match = findOperation(url.pathname)
  if (match === undefined) return notFound([`there is no operation GET ${url.pathname}`])
  const { operation, values } = match
  const wrong = requestProblems(operation, values, url.searchParams)
  if (values.owner !== state.owner || values.repo !== state.name) return notFound(wrong)
  const body = handlers[operation.operationId]?.(state, { ...Object.fromEntries(url.searchParams), ...values })
  if (body === undefined) return notFound(wrong)
  return { status: 200, body, violations: [...wrong, ...problemsOf(operation.operationId, operation.response, body)] }
}

type Values = Readonly<Record<string, string | undefined>>

const handlers: Readonly<Record<string, (state: FakeState, values: Values) => unknown>> = {
  'pulls/get': ({ owner, pullRequests }, { pull_number: number }) => {
    const found = pullRequests.find((pullRequest) => pullRequest.number === Number(number))
    return found && pullRequestBody(owner, found, 'pull-request')
  },
  'pulls/list': ({ owner, pullRequests }, { state = 'open', head = '', ...page }) =>
    pageOf(page, pullRequests)
      .filter((pullRequest) => state === 'all' || (pullRequest.state ?? 'open') === state)
      // A filter without a colon is ignored.
      .filter(({ head: own }) => !head.includes(':') || head === `${own.owner ?? owner}:${own.ref}`)
      .map((pullRequest) => pullRequestBody(owner, pullRequest, 'pull-request-simple')),
  'repos/list-pull-requests-associated-with-commit': ({ owner, pullRequests }, { commit_sha: commit, ...page }) =>
    pageOf(page, pullRequests)
      .filter(({ head }) => head.sha === commit)
      .map((pullRequest) => pullRequestBody(owner, pullRequest, 'pull-request-simple')),
}

function pageOf<T>({ per_page: size = '30', page = '1' }: Values, all: readonly T[]): readonly T[] {
  return all.slice((Number(page) - 1) * Number(size), Number(page) * Number(size))
}

function pullRequestBody(owner: string, given: FakePullRequest, schema: string): unknown {
  const { number, state = 'open', title = 'A change', body = null, base, head } = given
  const empty = fill({ $ref: `#/components/schemas/${schema}` }) as Record<string, object>
  const tip = (side: string, { ref, sha, owner: other }: FakePullRequest['head']) => ({
    ...empty[side],
    label: `${other ?? owner}:${ref}`,
    ref,
    sha,
  })
  return { ...empty, number, state, title, body, base: tip('base', base), head: tip('head', head) }
}

function findOperation(pathname: string): { operation: Operation; values: Values } | undefined {
  for (const [path, { get }] of Object.entries(description.paths)) {
    const pattern = path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
    const match = new RegExp(`^${pattern}$`).exec(pathname)
    if (match === null || get === undefined) continue
    const values = Object.entries(match.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)])
    return { operation: get, values: Object.fromEntries(values) }
  }
  return undefined
}

function requestProblems(operation: Operation, values: Values, query: URLSearchParams): readonly string[] {
  const parameters = operation.parameters.map(parameterOf)
  const unknown = [...query.keys()].filter((key) => !parameters.some(({ name }) => name === key))
  const wrong = parameters.flatMap(({ name, schema }) => {
    const given = values[name] ?? query.get(name)
    if (given === null || given === undefined) return []
    const isNumber = dereference(schema).type === 'integer'
    return problemsOf(`${operation.operationId} ${name}`, schema, isNumber ? Number(given) : given)
  })
  return [...unknown.map((key) => `${operation.operationId} has no parameter ${key}`), ...wrong]
}

function notFound(violations: readonly string[]): RestAnswer {
  const body = { message: 'Not Found', documentation_url: 'https://docs.github.com/rest', status: '404' }
  return { status: 404, body, violations }
}
