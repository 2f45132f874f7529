import type { OutsideReviewer } from '../outside/reviewer.ts'
import { withoutMarks } from '../outside/text/plain.ts'
import { addressed, withoutBotCalls } from './bot-calls.ts'
import { isChatter } from './chatter.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * Whether a person says anything to whoever works on the change: more than thanks, the call of a bot, or asking somebody else to
 * look. In doubt they do: to pass a wish over is worse than to look once for nothing.
 */
export function saysSomething(
  body: string,
  { author, me }: Pick<Snapshot, 'author' | 'me'>,
  reviewers: readonly OutsideReviewer[],
): boolean {
  const text = withoutBotCalls(withoutMarks(body), reviewers).trim()
  if (!saying.test(text.replace(/@[\w/-]+|:(?!thumbsdown)\w+:/g, '')) || isChatter(text)) return false
  const { names, rest } = addressed(text)
  const isToOthers =
    names.length > 0 && ![me.login, author?.login].some((login) => names.includes(login?.toLowerCase() ?? ''))
  return !(isToOthers && inviting.test(rest))
}

/** Other signs than these are applause. */
const saying = /[\p{L}\p{N}?👎❌🚫]/u

const inviting =
  /^(?:(?:please|pls|can you|could you|would you|will you|mind) ?)*(?:(?:take|have|taking|having) (?:a|another) (?:quick |closer |second )?look|look|review(?:ing)?|check|approve|ptal|wdyt|(?:any )?(?:thoughts|opinions?)|what do you think|fyi)(?: (?:at|into|over|about|on|this|it|that|here|too|again|please|the (?:pr|mr|change|code)|when you (?:have|get|find) (?:some |a )?(?:time|moment|chance|minute)))*[\s.!?]*$/i
