import { expect, it } from 'vitest'
import { parseArguments } from './arguments.ts'
import type { Command } from './command.ts'

const command: Command = {
  name: 'review',
  summary: '',
  words: '[scope…]',
  options: {
    'max-cost': { type: 'string', description: '' },
    scope: { type: 'string', description: '', dashes: true },
    base: { type: 'string', description: '' },
    agent: { type: 'string', value: 'NAME', description: '' },
    quiet: { type: 'boolean', description: '' },
  },
  examples: [],
  run: async () => 0,
}

it.each([
  [['--max-cost', '-1'], 'max-cost', '-1'],
  [['--max-cost', '-.5'], 'max-cost', '-.5'],
  [['--max-cost=-1'], 'max-cost', '-1'],
  [['--scope', '--cached'], 'scope', '--cached'],
  [['--base', 'main', '--quiet'], 'base', 'main'],
  [['--base', 'main', '--base', 'develop'], 'base', 'develop'],
  [['--agent', 'claude', '--agent', 'claude'], 'agent', 'claude'],
])('of %j, --%s is %j', (argv, name, value) => {
  expect(parseArguments(command, argv).value(name)).toBe(value)
})

it.each([
  [['--base'], '--base needs a value (one that begins with a dash: --base=VALUE).'],
  [['--max-cost', '--quiet'], '--max-cost needs a value (one that begins with a dash: --max-cost=VALUE).'],
  [['--base', '-x'], '--base needs a value (one that begins with a dash: --base=VALUE).'],
  [['--quiet', '-1'], 'review has no option -1.'],
  [['--agent', 'claude', '--agent=codex'], '--agent is given twice: "claude" and "codex".'],
  [['--bse', 'main'], 'review has no option --bse; did you mean --base?'],
])('refuses %j and says why', (argv, message) => {
  expect(() => parseArguments(command, argv)).toThrow(message)
})

it('leaves the words behind -- as they are', () => {
  expect(parseArguments(command, ['--', '--base', '-1']).words).toEqual(['--base', '-1'])
})

it('understands --no-color everywhere', () => {
  expect(parseArguments(command, ['--no-color', 'main']).flag('no-color')).toBe(true)
})
