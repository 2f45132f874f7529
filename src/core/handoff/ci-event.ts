import * as v from 'valibot'
import { parseJson } from '../parse-json.ts'
import { numberSchema as number, type PullRequest, tipSchema as tip } from './pull-request.ts'

/** What started the CI run, as far as it names a pull request. */
export type CiEvent =
  | { readonly kind: 'pull_request'; readonly pullRequest: PullRequest }
  /** A comment on a pull request says its number and nothing more. */
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'other' }
  | { readonly kind: 'unreadable'; readonly problem: string }

const text = v.nullish(v.string(), '')

const payloadSchema = v.object({
  pull_request: v.optional(v.object({ number, title: text, body: text, base: tip, head: tip })),
  issue: v.optional(v.object({ number, pull_request: v.optional(v.unknown()) })),
})

/** The payload of an event of GitHub Actions, which others (Gitea, Forgejo, act) write too. */
export function readEvent(json: string): CiEvent {
  const payload = v.safeParse(payloadSchema, parseJson(json))
  if (!payload.success) return { kind: 'unreadable', problem: problemOf(payload.issues[0]) }
  const { pull_request: pullRequest, issue } = payload.output
  if (pullRequest !== undefined) return { kind: 'pull_request', pullRequest }
  return issue?.pull_request === undefined ? { kind: 'other' } : { kind: 'number', number: issue.number }
}

/** `refs/pull/7/merge` → 7; undefined for a branch or a tag. */
export function numberInRef(ref: string | null): number | undefined {
  const digits = /^refs\/pull\/([1-9]\d*)\/(?:merge|head)$/.exec(ref ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function problemOf(issue: v.BaseIssue<unknown>): string {
  const key = v.getDotPath(issue)
  return key === null ? 'it is no JSON object' : `${key}: ${issue.message}`
}
