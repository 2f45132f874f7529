import { flatDefaults, flatKeys, isFlatKey } from '../config/flat-keys.ts'
import { isRunKey } from '../config/run-schema.ts'
import { stopPoints } from '../core/staged/stages.ts'
import { columns } from '../report/sessions/session-words.ts'
import { type Command, commonOptions } from './command.ts'

export const guide: Command = {
  name: 'guide',
  summary: 'Prints how staged runs are used: version, commands, stop points, and every setting.',
  words: '',
  options: { help: commonOptions.help },
  examples: [['review-loop guide', 'all of it on one page']],
  run: async (_args, context) => {
    context.stdout.write(
      [
        `review-loop ${context.version}`,
        ['Usage', ...columns(usage, 100).map(indented)].join('\n'),
        ['Stop points (--stop-after)', ...columns(stops, 100).map(indented)].join('\n'),
        [settingsTitle, ...columns([titles, ...keys()], 160).map(indented)].join('\n'),
      ].join('\n\n'),
    )
    context.stdout.write('\n')
    return 0
  },
}

const indented = (line: string): string => `  ${line}`

const usage: readonly (readonly string[])[] = [
  ['review-loop run "<work item>" | FILE', 'plan, execution, polish, docs, security, delivery'],
  ['review-loop run --resume [ID]', 'go on with a run, also one of another tool'],
  ['review-loop plan "<work item>" | FILE', 'the plan alone'],
  ['review-loop execute --session ID', 'an approved plan'],
  ['review-loop execute --plan FILE --title T', 'a plan of your own'],
  ['review-loop execute --review-only', 'the uncommitted work that is there'],
  ['review-loop answer ID ANSWER', 'what a run asks'],
]

const stopMeanings: Readonly<Record<(typeof stopPoints)[number], string>> = {
  'exec-round': 'after one reviewed round of execution, whatever its verdict',
  'before-polish': 'with an approved execution',
  'before-docs': 'with the polish stage complete',
  'before-security': 'with the documentation in order',
  'before-delivery': 'with all stages complete',
  delivery: 'not before the end (default)',
}

const stops = stopPoints.map((name) => [name, stopMeanings[name]] as const)

const settingsTitle =
  'Settings, in .review-loop/config.md as "key: value", or in .review-loop/config.yaml, which goes before it'

const titles = ['config.md', 'config.yaml', 'what it says'] as const

function keys(): readonly (readonly string[])[] {
  return Object.keys(flatKeys)
    .filter(isFlatKey)
    .map((key) => {
      const { says, noOp } = flatKeys[key]
      return [
        key,
        isRunKey(key) ? `run.${key}` : '–',
        `${says} (${noOp === true ? 'accepted, changes nothing' : `default ${JSON.stringify(flatDefaults[key])}`})`,
      ]
    })
}
