import { expect, it } from 'vitest'
import { nextSteps } from '../../src/report/loop/loop-words.ts'
import { until } from '../support/scripted-loop.ts'
import { finds, isQuiet, rabbit, raise, signFixer, watchedPullRequest } from '../support/watched.ts'

// What people say on a pull request stops a watch, or sets it going; and what nobody may say too early.

const objection = 'Please do not change calc.js, leave the eval'

it.concurrent('an objection below the pull request stops the fix, and its author is never told that it is fixed', async () => {
  const { github, clone, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [
      { on: 'push', round: 1, do: (bot) => finds(bot, raise('add', 2)) },
      { on: 'push', round: 2, do: isQuiet },
    ]),
  )
  const before = pullRequest.head.sha
  const words = github.as('maria', pullRequest).comment(objection)
  const fixer = signFixer()
  const stopped = await watch(...rabbit, '--fixer', fixer.word)
  expect(stopped.code, stopped.stderr).toBe(4)
  expect(stopped.result.question?.text).toContain('what maria wrote is for a person to read: https://')
  expect(fixer.calls()).toEqual([])
  expect([pullRequest.head.sha, pullRequest.comments.length]).toEqual([before, 1])
  // The user has read it.
  github.as('octocat', pullRequest).react(words, '+1')
  const { code, stderr } = await watch(...rabbit, '--fixer', fixer.word)
  expect(code, stderr).toBe(0)
  expect(pullRequest.head.sha).toBe(clone.git('rev-parse', 'HEAD').trim())
  const [reply] = pullRequest.threads[0]?.comments.slice(1) ?? []
  expect(reply?.body).toMatch(/^Fixed in /)
  expect(reply?.body).toContain('`/review-loop leave`')
  await github.end()
})

it.concurrent('an objection while the fix is made takes it back before anybody sees it', async () => {
  const { github, clone, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [{ on: 'push', do: (bot) => finds(bot, raise('add', 2)) }]),
  )
  const before = pullRequest.head.sha
  const fixer = signFixer()
  const ended = watch(...rabbit, '--fixer', fixer.word)
  await until(() => fixer.calls().length > 0)
  github.as('maria', pullRequest).comment(objection)
  const { code, stderr } = await ended
  expect(code, stderr).toBe(4)
  expect(clone.git('show', 'HEAD:calc.js')).toContain('a - b')
  expect(clone.git('rev-parse', 'origin/topic').trim()).toBe(before)
  const said = pullRequest.threads[0]?.comments.map(({ body }) => body).join()
  expect(said).toContain('a fix was tried and taken back')
  expect(said).not.toContain('Fixed in')
  await github.end()
})

it.concurrent('a place outside of the repository, an absurd line and a huge text end nothing', async () => {
  const body = `## OpenAI Code Review\n\n### Critical\n\n- **High**: ../shared/db.ts:42 leaks a handle, a bug\n- **High**: calc.js:99999999999 crashes, a bug\n\n${'x'.repeat(60_000)}`
  const { github, watch } = await watchedPullRequest((world) =>
    world.play('github-actions[bot]', [{ on: 'push', do: (bot) => bot.comment(body) }]),
  )
  const words = ['--wait-for', 'openai-workflow', '--fixer', signFixer().word]
  const first = await watch(...words)
  expect(first.code, first.stderr).toBe(4)
  expect(first.stderr).not.toMatch(/^\s+at /m)
  const again = await watch('--resume')
  expect(again.code, again.stderr).toBe(4)
  await github.end()
})

it.concurrent('nobody is told to merge a draft, or while a required check is open, or in a merge queue', async () => {
  const { github, pullRequest, watch } = await watchedPullRequest((world) => {
    world.play('coderabbitai[bot]', [{ on: 'push', do: isQuiet }])
    world.play('slow-ci[bot]', [{ on: 'push', do: (ci) => void ci.check({ name: 'e2e', status: 'in_progress' }) }])
  })
  github.repository.requiredChecks.add('e2e')
  Object.assign(pullRequest, { isDraft: true, isInMergeQueue: true })
  const { code, stderr, result } = await watch(...rabbit, '--fixer', signFixer().word)
  expect(code, stderr).toBe(0)
  expect(nextSteps(result)).toEqual([
    'It cannot be merged yet. It is a draft. It is in the merge queue. Required checks have not ended: e2e.',
  ])
  await github.end()
})

it.concurrent('an answer is sent again after an outage, and stands there once', async () => {
  const { github, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [
      { on: 'push', round: 1, do: (bot) => finds(bot, raise('add', 2)) },
      { on: 'push', round: 2, do: isQuiet },
    ]),
  )
  github.inject({ on: 'Reply', status: 502, after: true }, { on: 'LastReplies', status: 503, times: 3 })
  const { code, stderr } = await watch(...rabbit, '--fixer', signFixer().word)
  expect(code, stderr).toBe(0)
  expect(stderr).toMatch(/It could not be written \(1\//)
  expect(pullRequest.threads.map(({ comments, isResolved }) => [comments.length, isResolved])).toEqual([[2, true]])
  await github.end()
})
