import { withoutCalls } from '../../core/outside/calls.ts'
import { redact } from '../../core/values/redact.ts'
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

/** A command line may hold a password or the address of a machine, and anybody reads a thread. One short word is only a name. */
export function withoutCommands(words: string, commands: readonly string[]): string {
  const long = commands.filter((command) => /\s/.test(command.trim()) || command.length > 30)
  const spellings = long.flatMap((command) => [command, redact(command, [])])
  const longestFirst = spellings.sort((one, other) => other.length - one.length)
  return longestFirst.reduce((text, command) => text.replaceAll(command, 'a validation command'), words)
}
