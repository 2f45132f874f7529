import type { ReviewRequest } from './answer-to.ts'

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
