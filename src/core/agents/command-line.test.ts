import { expect, it } from 'vitest'
import { splitCommandLine } from './command-line.ts'

it.each<[line: string, words: string[]]>([
  ['node my-agent.mjs', ['node', 'my-agent.mjs']],
  ['  node\tmy-agent.mjs \n', ['node', 'my-agent.mjs']],
  ["agent 'two words' \"and 'more'\"", ['agent', 'two words', "and 'more'"]],
  ['agent one"two three"four', ['agent', 'onetwo threefour']],
  ['agent two\\ words \\"quoted\\"', ['agent', 'two words', '"quoted"']],
  ['agent "a \\"b\\" \\\\ \\$HOME \\n"', ['agent', 'a "b" \\ $HOME \\n']],
  ["agent 'a\\b'", ['agent', 'a\\b']],
  ['agent \'\' ""', ['agent', '', '']],
  ['agent $HOME ~/x *.ts `id` $(id)', ['agent', '$HOME', '~/x', '*.ts', '`id`', '$(id)']],
  ["agent '|' \\; a|b", ['agent', '|', ';', 'a|b']],
  ["sh -c 'cat | tail -1'", ['sh', '-c', 'cat | tail -1']],
  ['agént "ü"', ['agént', 'ü']],
])('splits %j', (line, [program, ...args]) => {
  expect(splitCommandLine(line)).toEqual({ program, args })
})

it.each([
  ['', /no program/],
  ['  ', /no program/],
  ["''", /no program/],
  ["agent 'open", /counterpart/],
  ['agent "open', /counterpart/],
  ['agent "open\\"', /counterpart/],
  ['agent \\', /counterpart/],
  ['agent | tail', /no shell that understands \|/],
  ['agent && other', /no shell/],
  ['agent > file', /no shell/],
])('finds the problem in %j', (line, problem) => {
  expect(splitCommandLine(line)).toEqual({ problem: expect.stringMatching(problem) })
})
