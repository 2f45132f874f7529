import * as v from 'valibot'
import { parseJson } from '../values/parse-json.ts'
import { schemaProblem } from '../values/schema-problem.ts'
import { numberSchema as number, type PullRequest, tipSchema as tip } from './pull-request.ts'

/** What started the CI run, as far as it names a pull request. */
export type CiEvent =
  | { readonly kind: 'pull_request'; readonly pullRequest: PullRequest }
  /** A comment on a pull request says its number and nothing more. */
  | { readonly kind: 'number'; readonly number: number }
  /** Another run of CI has ended: what it was about. */
  | { readonly kind: 'run'; readonly run: EndedRun }
  | { readonly kind: 'other' }
  | { readonly kind: 'unreadable'; readonly problem: string }

export interface EndedRun {
  readonly head: string
  /** Null: the repository it came from is gone. */
  readonly owner: string | null
  /** With its owner; null: not told. */
  readonly repository: string | null
  readonly branch: string | null
}

const text = v.nullish(v.string(), '')

const payloadSchema = v.object({
  pull_request: v.optional(v.object({ number, title: text, body: text, base: tip, head: tip })),
  issue: v.optional(v.object({ number, pull_request: v.optional(v.unknown()) })),
  workflow_run: v.optional(
    v.object({
      head_sha: tip.entries.sha,
      head_branch: v.nullish(v.string(), null),
      head_repository: v.nullish(
        v.object({
          owner: v.nullish(v.object({ login: v.string() }), null),
          full_name: v.nullish(v.string(), null),
        }),
        null,
      ),
    }),
  ),
})

/** The payload of an event of GitHub Actions, which others (Gitea, Forgejo, act) write too. */
export function readEvent(json: string): CiEvent {
  const payload = v.safeParse(payloadSchema, parseJson(json))
  if (!payload.success) return { kind: 'unreadable', problem: schemaProblem(payload.issues[0], 'all of it') }
  const { pull_request: pullRequest, issue, workflow_run: run } = payload.output
  if (pullRequest !== undefined) return { kind: 'pull_request', pullRequest }
  if (run !== undefined) {
    const { head_sha: head, head_branch: branch, head_repository: from } = run
    return {
      kind: 'run',
      run: { head, owner: from?.owner?.login ?? null, repository: from?.full_name ?? null, branch },
    }
  }
  return issue?.pull_request === undefined ? { kind: 'other' } : { kind: 'number', number: issue.number }
}

/** `refs/pull/7/merge`, `refs/merge-requests/7/head` → 7; undefined for a branch or a tag. */
export function numberInRef(ref: string | null): number | undefined {
  const digits = /^refs\/(?:pull|merge-requests)\/([1-9]\d*)\/(?:merge|head)$/.exec(ref ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}
