import { emptyState, foldEvent } from '../../core/loop/fold.ts'
import { summarise } from '../../core/loop/session-summary.ts'
import { toRunResult } from '../../core/staged/run-result.ts'
import { summariseRun } from '../../core/staged/run-summary.ts'
import { exitCodes } from '../../errors.ts'
import { loopJournal } from '../../io/loop-journal.ts'
import { readRun, runJournal } from '../../io/run-journal.ts'
import { isRunHeld } from '../../io/run-lock.ts'
import { followJournal } from '../../io/session-follow.ts'
import { journalFile, readJournal } from '../../io/session-store.ts'
import { jsonLine } from '../../report/json-text.ts'
import { createRunFollower } from '../../report/run/run-follow.ts'
import { nextSteps } from '../../report/run/run-words.ts'
import { eventLine } from '../../report/sessions/session-event.ts'
import { nextStep } from '../../report/sessions/session-show.ts'
import type { Command, Context } from '../command.ts'
import { isLive, repositoryOf, sessionOptions } from './session-reading.ts'
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
    const follow = kind === 'run' ? followRun : followLoop
    const signal = AbortSignal.any([context.signal, context.readerGone])
    const next = await follow(repository.root, id, args.value('format') === 'json', { ...context, signal })
    if (context.signal.aborted) return exitCodes.interrupted
    context.stderr.write(next())
    return exitCodes.passed
  },
}

/** Gives what a person may type when nothing more comes. */
type Follow = (root: string, id: string, isJson: boolean, context: Context) => Promise<() => string>

const followLoop: Follow = async (root, id, isJson, { stdout, signal }) => {
  const { events } = readJournal(root, id)
  let startedAt: string | undefined
  let state = emptyState
  for await (const news of followJournal(journalFile(root, id), loopJournal, () => isLive(root, events), signal)) {
    for (const event of news) {
      startedAt ??= event.at
      state = foldEvent(state, event)
      stdout.write(isJson ? jsonLine(event) : `${eventLine(event, state, startedAt)}\n`)
    }
  }
  return () => {
    // Whoever wrote the end may not have let go yet.
    const summary = summarise(readJournal(root, id).events, false)
    return summary === null ? '' : nextStep(summary)
  }
}

const followRun: Follow = async (root, id, isJson, { stdout, signal }) => {
  // A journal that cannot be read is refused before anything of it is printed.
  readRun(root, id)
  const tell = createRunFollower(stdout.write)
  for await (const news of followJournal(journalFile(root, id), runJournal, () => isRunHeld(root, id), signal)) {
    if (isJson) for (const event of news) stdout.write(jsonLine(event))
    else tell(news)
  }
  return () => {
    const { events } = readRun(root, id)
    const isFinished = summariseRun(events, false)?.status === 'finished'
    return isFinished ? '' : `${nextSteps(toRunResult(events)).join('\n')}\n`
  }
}
