import { flatDefaults, flatKeys, isFlatKey } from '../config/flat-keys.ts'
import { stopMeanings } from '../core/staged/stages.ts'
import { table } from '../report/help.ts'
import { columns } from '../report/sessions/session-words.ts'
import { wrap } from '../report/width.ts'
import { type Command, commonOptions } from './command.ts'

export const guide: Command = {
  name: 'guide',
  summary: 'Prints how staged runs are used: version, commands, stop points, and every setting.',
  words: '',
  options: { help: commonOptions.help },
  examples: [['review-loop guide', 'all of it on one page']],
  run: async (_args, context) => {
    const width = Math.min(context.stdout.columns, 100)
    const block = (title: string, rows: readonly (readonly [string, string])[]) =>
      [...wrap(title, width), table(rows, { width }, (label) => label)].join('\n')
    context.stdout.write(
      [
        `review-loop ${context.version}`,
        ['Usage', ...columns(usage, 100).map((line) => `  ${line}`)].join('\n'),
        block('Stop points (--stop-after)', stopMeanings),
        block(settingsTitle, keys()),
      ].join('\n\n'),
    )
    context.stdout.write('\n')
    return 0
  },
}

const usage = [
  ['review-loop run "<work item>" | FILE', 'all of it, from the plan on'],
  ['review-loop run --resume [ID]', 'go on with a run, whoever began it'],
  ['review-loop plan "<work item>" | FILE', 'the plan alone'],
  ['review-loop execute --session ID', 'an approved plan'],
  ['review-loop execute --plan FILE --title T', 'a plan of your own'],
  ['review-loop execute --review-only', 'the uncommitted work that is there'],
  ['review-loop answer ID ANSWER', 'what a run asks'],
]

const settingsTitle =
  'Settings, in .review-loop/config.md as "key: value", or below "run:" in .review-loop/config.yaml, which goes before it'

function keys(): readonly (readonly [string, string])[] {
  return Object.keys(flatKeys)
    .filter(isFlatKey)
    .map((key) => {
      const { says, noOp } = flatKeys[key]
      const value = noOp === true ? 'accepted in config.md, changes nothing' : `default ${valueText(flatDefaults[key])}`
      return [key, `${says} (${value})`]
    })
}

function valueText(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(valueText).join(', ')}]` : JSON.stringify(value)
}
