import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { nextSteps } from '../../src/report/loop/loop-words.ts'
import type { Voice } from '../kit/github-server/voices.ts'
import { endOf, startProgram } from '../support/program.ts'
import { temporaryFolder } from '../support/repository.ts'
import { scriptedAgent } from '../support/scripted-agent.ts'
import { until } from '../support/scripted-loop.ts'
import { finds, isQuiet, rabbit, raise, signFixer, watchedPullRequest } from '../support/watched.ts'

// What is gone on with later, and what is said on a pull request after a watch is over, or stands although it is answered.

it.concurrent('an approval is looked at again: shown as it was, or gone on with where somebody has spoken since', async () => {
  const { github, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [{ on: 'push', do: isQuiet }]),
  )
  const first = await watch(...rabbit, '--fixer', signFixer().word)
  expect(first.code, first.stderr).toBe(0)
  const quiet = await watch('--resume')
  expect(quiet.code, quiet.stderr).toBe(0)
  expect(quiet.result).toEqual(first.result)
  finds(github.as('coderabbitai[bot]', pullRequest), raise('add', 2))
  const fixed = await watch('--resume')
  expect(fixed.code, fixed.stderr).toBe(0)
  expect(fixed.result.rounds.map(({ blocking }) => blocking)).toEqual([0, 1, 0])
  expect(pullRequest.threads[0]?.isResolved).toBe(true)
  github.as('maria', pullRequest).review({ state: 'CHANGES_REQUESTED', body: 'Say why it is done at all.' })
  const left = await watch('--resume')
  expect(left.code, left.stderr).toBe(4)
  expect(left.result.question?.remaining).toHaveLength(1)
  await github.end()
})

it.concurrent.each(['SIGINT', 'SIGKILL'] as const)(
  '%s while a fix is validated: it goes on with that fix',
  async (signal) => {
    const begun = join(temporaryFolder(), 'begun')
    const { github, clone, pullRequest, start, watch } = await watchedPullRequest((world) =>
      world.play('coderabbitai[bot]', [
        { on: 'push', round: 1, do: (bot) => finds(bot, raise('add', 2)) },
        { on: 'push', round: 2, do: isQuiet },
      ]),
    )
    const fixer = signFixer()
    const slow = `sh -c 'if grep -q "a + b" calc.js && [ ! -e ${begun} ]; then touch ${begun}; sleep 3; fi'`
    const child = start('7', ...rabbit, '--interval', '1s', '--fixer', fixer.word, '--validate', slow)
    const ended = endOf(child)
    await until(() => existsSync(begun))
    child.kill(signal)
    await ended
    expect(clone.git('status', '--porcelain')).toContain('calc.js')
    const { code, stderr } = await watch('--resume')
    expect(code, stderr).toBe(0)
    expect(fixer.calls()).toHaveLength(1)
    expect(pullRequest.threads.map(({ comments, isResolved }) => [comments.length, isResolved])).toEqual([[2, true]])
    await github.end()
  },
)

it.concurrent('a request for changes stands until whoever made it reviews again, and nobody is told to merge', async () => {
  const { github, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [{ on: 'push', do: isQuiet }]),
  )
  const maria = github.as('maria', pullRequest)
  maria.review({ state: 'CHANGES_REQUESTED', body: 'Wrong sign in add\n\n/review-loop fix' })
  const stands = 'The request for changes of maria stands until maria reviews again.'
  const { code, stderr, result } = await watch(...rabbit, '--fixer', signFixer().word)
  expect(code, stderr).toBe(0)
  expect(result).toMatchObject({ reason: `The gate passed. ${stands}`, watch: { objectors: ['maria'] } })
  const shown = await watch('--resume', '--format', 'text')
  expect(shown.stdout).toContain('Ask maria for another review before you merge.')
  const looked = await watch('--mode', 'dry-run', ...rabbit)
  expect(looked.result).toMatchObject({ end: 'success', objectors: ['maria'] })
  expect(looked.stdout).toContain(stands)
  maria.review({ state: 'APPROVED', body: '' })
  const approved = await watch('--resume')
  expect(approved.code, approved.stderr).toBe(0)
  expect(approved.result.watch).not.toHaveProperty('objectors')
  expect(approved.result.reason).toBe('The gate passed.')
  await github.end()
})

it.concurrent.each([
  ['MERGED', 0],
  ['CLOSED', 1],
] as const)('%s while the fixer works: names what is only here and what was open', async (state, expected) => {
  const { github, range, watch, first } = await endedWhileFixing(state)
  expect(first.code, first.stderr).toBe(expected)
  expect(first.result.watch).toMatchObject({ state: state.toLowerCase(), unpushed: range })
  expect(first.result.reason).toBe(
    `Pull request #7 was ${state.toLowerCase()} while 1 item was open: Wrong sign in add. What was made here is not in it: ${range}.`,
  )
  const shown = nextSteps(first.result).join(' ')
  expect(shown).toContain(`git cherry-pick ${range}`)
  const again = await watch('--resume', '--format', 'text')
  expect(again.code, again.stderr).toBe(expected)
  expect(again.stdout).toContain(`git cherry-pick ${range}\n`)
  await github.end()
})

it.concurrent('closed while the fixer works, and opened again: goes on with what was fixed', async () => {
  const { github, fixer, clone, pullRequest, watch } = await endedWhileFixing('CLOSED')
  pullRequest.state = 'OPEN'
  const { code, stderr, result } = await watch('--resume')
  expect(code, stderr).toBe(0)
  expect(result.watch).toEqual({ repository: 'octo/project', pr: 7, state: 'open' })
  expect(pullRequest.head.sha).toBe(clone.git('rev-parse', 'HEAD').trim())
  expect(pullRequest.threads.map(({ isResolved }) => isResolved)).toEqual([true])
  expect(fixer.calls()).toHaveLength(1)
  await github.end()
})

/** Somebody ends it between the commit of a fix and its push. */
async function endedWhileFixing(state: 'MERGED' | 'CLOSED') {
  const fixer = signFixer()
  const watched = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [
      { on: 'push', round: 1, do: (bot) => finds(bot, raise('add', 2)) },
      { on: 'push', round: 2, do: isQuiet },
    ]),
  )
  const { github, clone, pullRequest, watch } = watched
  const before = pullRequest.head.sha
  const isFixed = () => clone.git('rev-parse', 'HEAD').trim() !== before
  github.onRequest = () => {
    github.advance(1)
    if (pullRequest.state !== 'OPEN' || !isFixed()) return
    github.as('maria', pullRequest).end(state)
    github.onRequest = () => github.advance(1)
  }
  const first = await watch(...rabbit, '--fixer', fixer.word)
  const range = `${before.slice(0, 10)}..${clone.git('rev-parse', 'HEAD').trim().slice(0, 10)}`
  return { ...watched, fixer, first, range }
}

it.concurrent('what the fixer left is tried again where a person says so once', async () => {
  const fixer = scriptedAgent(`
import { readFileSync } from 'node:fs'
if (once('first')) answer({ summary: 'No.', addressed: [], unable: ids.map((id) => ({ id, reason: 'it is meant so' })), files: [] })
else {
  writeFileSync('calc.js', readFileSync('calc.js', 'utf8').replace('a - b', 'a + b'))
  answer({ summary: 'Mended.', addressed: ids.map((id) => ({ id, how: 'plus' })), unable: [], files: ['calc.js'] })
}`)
  const { github, clone, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [
      { on: 'push', round: 1, do: (bot) => finds(bot, raise('add', 2)) },
      { on: 'push', round: 2, do: isQuiet },
    ]),
  )
  const asked = await watch(...rabbit, '--fixer', fixer.word)
  expect(asked.code, asked.stderr).toBe(4)
  expect((await endOf(startProgram(clone.path, ['answer', 'c']))).code).toBe(0)
  const { code, stderr } = await watch('--resume')
  expect(code, stderr).toBe(0)
  expect(fixer.calls()).toHaveLength(2)
  expect(pullRequest.threads[0]?.comments.at(-1)?.body).toMatch(/^Fixed in /)
  expect(pullRequest.threads[0]?.isResolved).toBe(true)
  await github.end()
})

it.concurrent('what a person wants left while it is fixed is not published: before its commit, and after it', async () => {
  const { github, clone, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [
      { on: 'push', do: (bot, { round }) => (round === 1 ? findsBoth(bot) : isQuiet(bot)) },
    ]),
  )
  const fixer = signFixer()
  const pushed = clone.git('rev-parse', 'HEAD')
  const maria = github.as('maria', pullRequest)
  github.onRequest = () => {
    github.advance(1)
    const [first, second] = pullRequest.threads
    const isCommitted = clone.git('rev-parse', 'HEAD') !== pushed
    if (first?.comments.length === 1 && fixer.calls().length === 1) maria.reply(first, 'Leave it.')
    if (second?.comments.length === 1 && isCommitted) maria.reply(second, 'Leave it.')
  }
  const { code, stderr, result } = await watch(...rabbit, '--fixer', fixer.word)
  expect(code, stderr).toBe(4)
  expect(fixer.calls()).toHaveLength(2)
  expect(result.rounds.map(({ fix }) => fix?.rolledBack)).toEqual([true, true, undefined])
  expect(result.question?.text).toContain('Wrong sign in more. (maria wants it left as it is)')
  expect(clone.git('show', 'origin/topic:calc.js')).toBe(clone.git('show', `${pushed.trim()}:calc.js`))
  expect(clone.git('log', '--format=%s', `${pushed.trim()}..origin/topic`)).toMatch(/^revert: .*\nfix: .*\n?$/)
  expect(pullRequest.threads.map(({ comments, isResolved }) => [comments.length, isResolved])).toEqual([
    [2, false],
    [2, false],
  ])
  await github.end()
})

const findsBoth = (bot: Voice) => finds(bot, raise('add', 2), raise('more', 3))
