import { exitCodes } from '../../errors.ts'
import type { Command } from '../command.ts'
import { sessionKinds } from './kinds/index.ts'
import { repositoryOf, sessionOptions } from './session-reading.ts'
import { chosenSession, sessionWord } from './session-word.ts'

export const tail: Command = {
  name: 'sessions tail',
  summary:
    'Prints what happened in a loop or run and follows it, until it ends, nobody works on it any more, or Ctrl-C.',
  words: '[ID]',
  description: [
    'ID is the id of a session or its beginning. Without one: the session that is at work on this branch, else its newest.',
    'As JSON: one event on each line, as docs/events.md describes them.',
  ],
  options: sessionOptions,
  examples: [
    ['review-loop sessions tail', 'watch what is at work on this branch'],
    ['review-loop sessions tail --format json', 'the same for scripts'],
  ],
  run: async (args, context) => {
    const repository = await repositoryOf(args, context)
    const { id, kind } = await chosenSession(repository, sessionWord(args, 'sessions tail'))
    const signal = AbortSignal.any([context.signal, context.readerGone])
    const next = await sessionKinds[kind].follow(repository.root, id, args.value('format') === 'json', {
      ...context,
      signal,
    })
    if (context.signal.aborted) return exitCodes.interrupted
    context.stderr.write(next())
    return exitCodes.passed
  },
}
