import type { ReviewRequest } from './answer-to.ts'
import { messageTypes } from './bodies.ts'

// Messages that cannot be read, by what single lines of them say.

/**
 * Whether a message that cannot be read seems to be the answer to a request, by what its lines say. Nothing follows from
 * that but that somebody hears of it.
 */
export function seemsAnswerTo(request: ReviewRequest, text: string): boolean {
  const field = (name: string) => new RegExp(`^${name}:[ \\t]*["']?([^\\s"']+)`, 'm').exec(text)?.[1]
  if (!/^review_(feedback|lgtm)$/.test(field('type') ?? '') || !request.to.includes(field('from') ?? '')) return false
  const parent = field('parent_message_id')
  if (parent !== undefined) return parent === request.id
  const isSince = (field('created_at_utc') ?? '') >= request.created_at_utc
  return isSince && field('related_pr')?.replace(/^#/, '') === String(request.content.pr)
}

/** Whether it may be feedback that contradicts an approval of a request: not where a whole line says otherwise. */
export function mayContradict(request: ReviewRequest, text: string): boolean {
  const from = wholeLine(text, 'from', /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/)
  const parent = wholeLine(text, 'parent_message_id', /./)
  const created = wholeLine(text, 'created_at_utc', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  return (
    (from === undefined || request.to.includes(from)) &&
    (parent ?? request.id) === request.id &&
    (created ?? request.created_at_utc) >= request.created_at_utc &&
    mayBeFeedbackFor(request, text)
  )
}

/** Whether it may be feedback on the pull request of a request: not where a whole line says otherwise. */
export function mayBeFeedbackFor(request: ReviewRequest, text: string): boolean {
  const about = wholeLine(text, 'related_pr', /^#?\d+$/)?.replace(/^#/, '') ?? String(request.content.pr)
  const type = wholeLine(text, 'type', new RegExp(`^(?:${messageTypes.join('|')})$`)) ?? 'review_feedback'
  return type === 'review_feedback' && about === String(request.content.pr)
}

/** What the one line says that is whole: of one without an end something may be missing, and what is no such value may have been one. */
function wholeLine(text: string, name: string, value: RegExp): string | undefined {
  const lines = text.matchAll(new RegExp(`^${name}:[ \\t]*["']?([^\\s"']+)["']?[ \\t\\r]*\\n`, 'gm'))
  const [said, ...others] = [...lines].map(([, word]) => word)
  return said !== undefined && others.length === 0 && value.test(said) ? said : undefined
}
