import { mayWrite } from '../state/accounts.ts'
import { longestBody } from '../state/comments.ts'
import type { IssueComment, PullRequest, Repository, Review, ReviewComment } from '../state/entities.ts'
import { refusalOf, type Scope, type Token } from '../state/tokens.ts'
import type { World } from '../state/world.ts'
import type { Values } from './routes.ts'

export interface Call<Body = unknown> {
  readonly world: World
  readonly token: Token
  readonly repository: Repository
  /** Of the path and of the query. */
  readonly values: Values
  readonly body: Body
}

export type Reply =
  | { readonly body: unknown; readonly status?: number }
  /** Given out in pages; some lists are wrapped in an object. */
  | { readonly list: readonly unknown[]; readonly wrap?: (page: readonly unknown[]) => unknown }

export type RestOperation =
  /** In a repository, with any of these permissions. */
  | { readonly needs: readonly Scope[]; readonly answer: (call: Call) => Reply }
  /** For whoever is known. */
  | { readonly answerAll: (call: Omit<Call, 'repository'>) => Reply }

export type Operations = Readonly<Record<string, RestOperation>>

/** One operation. Contract: the body was checked against the description before. */
export function operation<Body>(needs: Scope | readonly Scope[], answer: (call: Call<Body>) => Reply): RestOperation {
  return { needs: typeof needs === 'string' ? [needs] : needs, answer: (call) => answer(call as Call<Body>) }
}

/** What GitHub says instead of an answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, message: string, more: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.status = status
    this.body = { message, documentation_url: 'https://docs.github.com/rest', status: String(status), ...more }
  }
}

export function notFound(): Refusal {
  return new Refusal(404, 'Not Found')
}

/** Rules of reviews are told in plain sentences. */
export function unprocessable(problem: string): Refusal {
  return new Refusal(422, 'Unprocessable Entity', { errors: [problem] })
}

export function requireScopes(token: Token, needs: readonly Scope[], access: 'read' | 'write'): void {
  const refusals = needs.map((scope) => refusalOf(token, scope, access))
  if (refusals.length > 0 && refusals.every((refusal) => refusal !== undefined)) {
    throw new Refusal(403, refusals[0] ?? 'Forbidden')
  }
}

/** People need to work on the repository; apps have their permissions instead. */
export function requirePush({ token, repository }: Call, message = 'Must have write access to repository'): void {
  if (token.kind === 'user' && !mayWrite(repository, token.account)) throw new Refusal(403, message)
}

/** Other rules are told with the field they are about. */
export function invalid(resource: string, message: string): Refusal {
  const errors = [{ resource, code: 'unprocessable', field: 'data', message }]
  return new Refusal(422, 'Validation Failed', { errors })
}

export function requireShort(resource: string, text: string): void {
  const problem = lengthProblem(text)
  if (problem !== undefined) throw invalid(resource, problem)
}

export function lengthProblem(text: string): string | undefined {
  return [...text].length > longestBody ? `Body is too long (maximum is ${longestBody} characters)` : undefined
}

export function pullRequestOf({ repository, values }: Call): PullRequest {
  const number = Number(values.pull_number ?? values.issue_number)
  const found = repository.pullRequests.find((candidate) => candidate.number === number)
  if (found === undefined) throw notFound()
  return found
}

export function reviewOf(call: Call): Review {
  const found = pullRequestOf(call).reviews.find(({ id }) => id === Number(call.values.review_id))
  if (found === undefined) throw notFound()
  return found
}

export function issueCommentOf({ repository, values }: Call): IssueComment {
  const all = repository.pullRequests.flatMap(({ comments }) => comments)
  const found = all.find(({ id }) => id === Number(values.comment_id))
  if (found === undefined) throw notFound()
  return found
}

export function reviewCommentOf({ repository, values }: Call): ReviewComment {
  const all = repository.pullRequests.flatMap(({ threads }) => threads).flatMap(({ comments }) => comments)
  const found = all.find(({ id }) => id === Number(values.comment_id))
  if (found === undefined) throw notFound()
  return found
}
