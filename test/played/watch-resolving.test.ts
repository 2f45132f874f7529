import { expect, it } from 'vitest'
import { finds, isQuiet, rabbit, raise, signFixer, watchedPullRequest, wrongCode } from '../support/watched.ts'

// Which threads a watch closes, and which it leaves to people.

/** With lines far from all that the fixer mends. */
const longCode = `${wrongCode}${Array.from({ length: 12 }, (_, index) => `export const n${index} = ${index}\n`).join('')}`

it.concurrent('what is called fixed and was not touched stays open for a person, who closes it', async () => {
  const { github, pullRequest, watch } = await watchedPullRequest(
    (world) =>
      world.play('coderabbitai[bot]', [
        { on: 'push', round: 1, do: (bot) => finds(bot, raise('add', 2), raise('nothing', 12)) },
        { on: 'push', round: 2, do: isQuiet },
      ]),
    { files: { 'calc.js': longCode } },
  )
  const { code, stderr, result } = await watch(...rabbit, '--fixer', signFixer().word)
  expect(code, stderr).toBe(4)
  const [mended, untouched] = pullRequest.threads
  expect([mended?.isResolved, untouched?.isResolved]).toEqual([true, false])
  expect(untouched?.comments.map(({ body }) => body.split(' ')[0]).slice(1)).toEqual(['Fixed'])
  expect(result.question).toMatchObject({ reason: 'reviewer', remaining: [expect.any(String)] })
  expect(result.question?.text).toContain(
    'Wrong sign in nothing. (answered as fixed, and the code around is as it was: look at it)',
  )
  const asked = await watch('--resume')
  expect(asked.code, asked.stderr).toBe(4)
  github.as('maria', pullRequest).resolve(untouched!)
  const settled = await watch('--resume')
  expect(settled.code, settled.stderr).toBe(0)
  await github.end()
})
