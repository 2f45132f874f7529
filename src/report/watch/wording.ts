import { withoutCalls } from '../../core/outside/calls.ts'
import { shortened } from '../../core/values/shortened.ts'
import { codeSpan, proseLine } from '../markdown-text.ts'
import type { Wording } from './answers.ts'

/**
 * Words of an agent, who has read those of strangers, where people and bots read them: on one line, nobody is called by them,
 * nothing is started, nothing is marked, and no picture is fetched.
 */
export const watchWording: Wording = {
  prose: (words, longest) => {
    const text = escaped(shortened(words, longest))
    return text.length <= longest ? text : escaped(shortened(words, Math.floor(longest / mostEscaped)))
  },
  code: (text) => withoutCalls(codeSpan(text)),
}

/** What has to be escaped becomes up to so many times as long. */
const mostEscaped = 7

function escaped(words: string): string {
  return withoutCalls(proseLine(words))
}
