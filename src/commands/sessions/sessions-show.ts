import { fold } from '../../core/loop/fold.ts'
import { toResult } from '../../core/loop/to-result.ts'
import { toRunResult } from '../../core/staged/run-result.ts'
import { atWork as runAtWork } from '../../core/staged/run-summary.ts'
import { LoopError } from '../../errors.ts'
import { jsonText } from '../../report/json-text.ts'
import { runSessionText, sessionText } from '../../report/sessions/session-show.ts'
import { type Arguments, type Command, type Context, commonOptions, useColor } from '../command.ts'
import { readRunSession, readSession, repositoryOf, sessionOptions } from './session-reading.ts'
import { chosenSession, sessionWord } from './session-word.ts'

const verbose = { type: 'boolean', description: 'also the history of every finding' } as const

/** What is written in the journal of a loop that runs is no end. */
const atWork = { ...runAtWork, resumable: false } as const

export const show: Command = {
  name: 'sessions show',
  summary: 'Shows what a loop or run did: its rounds, what became of every finding, and what it asks.',
  words: '[ID]',
  description: [
    'ID is the id of a session or its beginning. Without one: the session that is at work on this branch, else its newest.',
    'As JSON: {"summary", "result"}; the result is what review-loop loop or run prints with --format json, with the outcome "running" while it runs.',
  ],
  options: { verbose, 'no-color': commonOptions['no-color'], ...sessionOptions },
  examples: [['review-loop sessions show 3f2a91c4', 'one session, by the beginning of its id']],
  run: async (args, context) => {
    const repository = await repositoryOf(args, context)
    const { id, kind } = await chosenSession(repository, sessionWord(args, 'sessions show'))
    const text = (kind === 'run' ? runPage : loopPage)(repository.root, id, args, context)
    if (text === null) throw new LoopError('no_session', { problem: `Session ${id} ended before it began` })
    context.stdout.write(text)
    return 0
  },
}

function loopPage(root: string, id: string, args: Arguments, context: Context): string | null {
  const read = readSession(root, id)
  if (read === null) return null
  const { summary, events } = read
  const state = fold(events)
  const ended = toResult(state, id, state.point?.head ?? '')
  if (args.value('format') !== 'json') return sessionText(summary, ended, styleOf(args, context))
  return jsonText({ summary, result: summary.status === 'running' ? { ...ended, ...atWork } : ended })
}

function runPage(root: string, id: string, args: Arguments, context: Context): string | null {
  const read = readRunSession(root, id)
  if (read === null) return null
  const { summary, events } = read
  const ended = toRunResult(events)
  if (args.value('format') !== 'json') return runSessionText(summary, ended, styleOf(args, context))
  return jsonText({ summary, result: summary.status === 'running' ? { ...ended, ...runAtWork } : ended })
}

function styleOf(args: Arguments, context: Context) {
  const color = useColor(context.stdout, args, context.environment)
  return { color, width: context.stdout.columns, verbose: args.flag('verbose'), quiet: false }
}
