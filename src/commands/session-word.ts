import { LoopError } from '../errors.ts'
import type { Arguments } from './command.ts'

/** At most one word: a session. */
export function sessionWord({ words }: Arguments, command: string): string | undefined {
  const [word, ...rest] = words
  if (rest.length > 0)
    throw new LoopError('usage', { problem: `${command} takes one session, found ${words.length} words`, command })
  return word
}
