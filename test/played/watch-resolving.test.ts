import { expect, it } from 'vitest'
import { endOf } from '../support/program.ts'
import { until } from '../support/scripted-loop.ts'
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

it.concurrent('a bot that answers a fix with words that nobody understands leaves its thread to a person', async () => {
  const { github, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [
      { on: 'push', round: 1, do: (bot) => finds(bot, raise('add', 2)) },
      { on: 'reply', do: (bot, { thread }) => void bot.reply(thread!, 'This is not fixed.') },
      { on: 'push', round: 2, do: isQuiet },
    ]),
  )
  const { code, stderr, result } = await watch(...rabbit, '--fixer', signFixer().word)
  expect(code, stderr).toBe(4)
  expect(result.question?.text).toContain(
    '(answered as fixed, and a bot replied something that was not understood: read it)',
  )
  expect(pullRequest.threads[0]?.isResolved).toBe(false)
  await github.end()
})

it.concurrent('a person who objects in a thread that was closed as fixed is heard', async () => {
  const { github, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [
      { on: 'push', round: 1, do: (bot) => finds(bot, raise('add', 2)) },
      { on: 'push', round: 2, after: 15, do: isQuiet },
      { on: 'push', round: 3, do: isQuiet },
    ]),
  )
  github.onRequest = () => {
    github.advance(1)
    const [thread] = pullRequest.threads
    if (thread?.isResolved === true && thread.comments.length === 2)
      github
        .as('maria', pullRequest)
        .reply(thread, 'Not all of it: the wrong sign in more is still there.\n\n/review-loop retry')
  }
  const fixer = signFixer()
  const { code, stderr } = await watch(...rabbit, '--fixer', fixer.word)
  expect(code, stderr).toBe(0)
  expect(fixer.calls()).toHaveLength(2)
  expect(pullRequest.threads[0]?.comments[3]?.body).toContain('Fixed in')
  await github.end()
})

it.concurrent('a thread that somebody opens again is not closed a second time', async () => {
  const { github, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [
      { on: 'push', round: 1, do: (bot) => finds(bot, raise('add', 2)) },
      { on: 'push', round: 2, after: 40, do: isQuiet },
    ]),
  )
  // Before anybody has looked again.
  github.onRequest = () => {
    github.advance(1)
    const [thread] = pullRequest.threads
    if (thread?.isResolved === true) github.as('maria', pullRequest).unresolve(thread)
  }
  const { code, stderr, result } = await watch(...rabbit, '--fixer', signFixer().word)
  expect(code, stderr).toBe(4)
  expect(result.question?.text).toContain('(resolved as fixed, and somebody opened it again: look at it)')
  expect(pullRequest.threads[0]?.isResolved).toBe(false)
  expect(github.log.filter(({ name }) => name === 'Resolve')).toHaveLength(1)
  await github.end()
})

it.concurrent('a thread that somebody opens again while nobody watches is not closed a second time either', async () => {
  const { github, pullRequest, start, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [{ on: 'push', round: 1, do: (bot) => finds(bot, raise('add', 2)) }]),
  )
  const child = start('7', ...rabbit, '--interval', '1s', '--fixer', signFixer().word)
  const ended = endOf(child)
  await until(() => pullRequest.threads[0]?.isResolved === true)
  // What was answered is written down before the next look.
  const looks = () => github.log.filter(({ name }) => name === 'Reviews').length
  const before = looks()
  await until(() => looks() > before)
  child.kill('SIGKILL')
  await ended
  github.as('maria', pullRequest).unresolve(pullRequest.threads[0]!)
  isQuiet(github.as('coderabbitai[bot]', pullRequest))
  const { code, stderr, result } = await watch('--resume')
  expect(code, stderr).toBe(4)
  expect(result.question?.text).toContain('(resolved as fixed, and somebody opened it again: look at it)')
  expect(github.log.filter(({ name }) => name === 'Resolve')).toHaveLength(1)
  await github.end()
})
