import { expect, it } from 'vitest'
import { chooser } from './run-terminal.ts'

it.each([
  [['review'], 'review', 0],
  [[' Plan '], 'plan', 0],
  [['lunch', '', 'review'], 'review', 2],
  [[], null, 0],
])('asks what becomes of uncommitted work until it is told: %j', async (said, choice, corrections) => {
  const [left, written]: [string[], string[]] = [[...said], []]
  const context = {
    prompt: async () => left.shift() ?? null,
    stderr: {
      write: (text: string) => void written.push(text),
      writeToRunner: () => {},
      writeSource: () => {},
      isTerminal: true,
      columns: 80,
    },
  }
  expect(await chooser(context)(['a.ts', 'b\n.ts'])).toBe(choice)
  expect(written[0]).toMatch(/^\nNot committed \(2\): a\.ts, b \.ts\n/)
  expect(written.filter((text) => text === 'Answer with plan or review.\n')).toHaveLength(corrections)
})
