import { expect, it } from 'vitest'
import { loop, review } from '../index.ts'

it.each<[string, () => Promise<unknown>]>([
  ['review takes no option called agent; did you mean agents?', () => review(untyped({ agent: 'claude' }))],
  [
    'review takes no option called reviwer; did you mean reviewer?',
    () => review(untyped({ agents: { reviwer: 'x' } })),
  ],
  ['loop takes no option called colour; there are: cwd, ', () => loop(untyped({ colour: 3 }))],
])('refuses what it would not heed: %s', async (message, call) => {
  await expect(call()).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining(message) })
})

/** As a program without types gives it. */
function untyped(options: object): object {
  return options
}
