import type { ReviewRequest } from './answer-to.ts'

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

/** Whether it may be feedback on the pull request of a request: not where a whole line says otherwise. */
export function mayBeFeedbackFor(request: ReviewRequest, text: string): boolean {
  // Of a line without an end something may be missing.
  const line = (name: string) => new RegExp(`^${name}:[ \\t]*["']?([^\\s"']+)["']?[ \\t\\r]*\\n`, 'm').exec(text)?.[1]
  const about = line('related_pr')?.replace(/^#/, '') ?? String(request.content.pr)
  return (line('type') ?? 'review_feedback') === 'review_feedback' && about === String(request.content.pr)
}
