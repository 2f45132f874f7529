import { fold } from '../core/loop/fold.ts'
import { toResult } from '../core/loop/to-result.ts'
import { type RunResult, toRunResult } from '../core/staged/run-result.ts'
import { type ExitCode, LoopError } from '../errors.ts'
import { readRun } from '../io/run-journal.ts'
import { findSession, listSessions } from '../io/session-store.ts'
import { jsonText } from '../report/json-text.ts'
import { runText } from '../report/run-text.ts'
import { sessionText } from '../report/session-show.ts'
import { type Arguments, type Command, type Context, commonOptions, useColor } from './command.ts'
import { chosenSession, readSession, repositoryOf, sessionOptions } from './session-reading.ts'
import { sessionWord } from './session-word.ts'

const verbose = { type: 'boolean', description: 'also the history of every finding' } as const

/** What is written in the journal of a loop that runs is no end. */
const atWork = { outcome: 'running', reason: 'It is at work.', resumable: false } as const

export const show: Command = {
  name: 'sessions show',
  summary: 'Shows what a session did: its rounds, what became of every finding, and what it asks.',
  words: '[ID]',
  description: [
    'ID is the id of a session or its beginning. Without one: the newest session of this branch.',
    'As JSON: {"summary", "result"}; the result is what review-loop loop --format json prints, with the outcome "running" while it runs.',
  ],
  options: { verbose, 'no-color': commonOptions['no-color'], ...sessionOptions },
  examples: [['review-loop sessions show 3f2a91c4', 'one session, by the beginning of its id']],
  run: async (args, context) => {
    const repository = await repositoryOf(args, context)
    const word = sessionWord(args, 'sessions show')
    const run = word === undefined ? undefined : runNamed(repository.root, word)
    if (run !== undefined) return showRun(run, args, context)
    const id = await chosenSession(repository, word)
    const read = readSession(repository.root, id)
    if (read === null) throw new LoopError('no_session', { problem: `Session ${id} ended before it began` })
    const { summary, events } = read
    const state = fold(events)
    const style = styleOf(args, context)
    const ended = toResult(state, id, state.point?.head ?? '')
    const result = summary.status === 'running' ? { ...ended, ...atWork } : ended
    context.stdout.write(
      args.value('format') === 'json' ? jsonText({ summary, result }) : sessionText(summary, ended, style),
    )
    return 0
  },
}

function styleOf(args: Arguments, context: Context) {
  const color = useColor(context.stdout, args, context.environment)
  return { color, width: context.stdout.columns, verbose: args.flag('verbose'), quiet: false }
}

/** The staged run that is meant; undefined when it is none. */
function runNamed(root: string, word: string): RunResult | undefined {
  const runs = listSessions(root, 'run').filter((id) => word.length >= 4 && id.startsWith(word))
  return runs.length === 0 ? undefined : toRunResult(readRun(root, findSession(root, word, runs)).events)
}

function showRun(result: RunResult, args: Arguments, context: Context): ExitCode {
  context.stdout.write(args.value('format') === 'json' ? jsonText(result) : runText(result, styleOf(args, context)))
  return 0
}
