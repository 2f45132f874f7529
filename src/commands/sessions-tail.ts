import { emptyState, foldEvent } from '../core/loop/fold.ts'
import { exitCodes } from '../errors.ts'
import { followJournal } from '../io/session-follow.ts'
import { readJournal } from '../io/session-store.ts'
import { jsonLine } from '../report/json-text.ts'
import { eventLine } from '../report/session-event.ts'
import { nextStep } from '../report/session-show.ts'
import type { Command } from './command.ts'
import { chosenSession, isLive, readSession, repositoryOf, sessionOptions } from './session-reading.ts'
import { sessionWord } from './session-word.ts'

export const tail: Command = {
  name: 'sessions tail',
  summary: 'Prints what happened in a session and follows it, until it ends, nobody works on it any more, or Ctrl-C.',
  words: '[ID]',
  description: [
    'ID is the id of a session or its beginning. Without one: the newest session of this branch.',
    'As JSON: one event on each line, as docs/events.md describes them.',
  ],
  options: sessionOptions,
  examples: [
    ['review-loop sessions tail', 'watch the loop of this branch'],
    ['review-loop sessions tail --format json', 'the same for scripts'],
  ],
  run: async (args, context) => {
    const repository = await repositoryOf(args, context)
    const { root } = repository
    const id = await chosenSession(repository, sessionWord(args, 'sessions tail'))
    const isJson = args.value('format') === 'json'
    const { events } = readJournal(root, id)
    let startedAt: string | undefined
    let state = emptyState
    for await (const event of followJournal(root, id, () => isLive(root, events), context.signal)) {
      startedAt ??= event.at
      state = foldEvent(state, event)
      context.stdout.write(isJson ? jsonLine(event) : `${eventLine(event, state, startedAt)}\n`)
    }
    if (context.signal.aborted) return exitCodes.interrupted
    const summary = readSession(root, id)?.summary
    if (summary !== undefined) context.stderr.write(nextStep(summary))
    return exitCodes.passed
  },
}
