import { LoopError } from '../../errors.ts'
import { jsonText } from '../../report/json-text.ts'
import { type Arguments, type Command, type Context, commonOptions, useColor } from '../command.ts'
import { sessionKinds } from './kinds/index.ts'
import { repositoryOf, sessionOptions } from './session-reading.ts'
import { chosenSession, sessionWord } from './session-word.ts'

const verbose = { type: 'boolean', description: 'also the history of every finding' } as const

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
    const view = sessionKinds[kind].read(repository.root, id)
    if (view === null) throw new LoopError('no_session', { problem: `Session ${id} ended before it began` })
    const isJson = args.value('format') === 'json'
    context.stdout.write(
      isJson ? jsonText({ summary: view.summary, result: view.result() }) : view.page(styleOf(args, context)),
    )
    return 0
  },
}

function styleOf(args: Arguments, context: Context) {
  const color = useColor(context.stdout, args, context.environment)
  return { color, width: context.stdout.columns, verbose: args.flag('verbose'), quiet: false }
}
