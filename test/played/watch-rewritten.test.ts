import { expect, it } from 'vitest'
import type { LoopResult } from '../../src/core/loop/result.ts'
import { jsonEndOf } from '../support/program.ts'
import type { TestRepository } from '../support/repository.ts'
import { until } from '../support/scripted-loop.ts'
import { finds, isQuiet, rabbit, raise, signFixer, watchedPullRequest } from '../support/watched.ts'

// Somebody rewrites the history of the branch: a merge of both would bring back what they took out, or take out what was fixed.

const short = (commit: string) => commit.slice(0, 10)

/** The same files in another commit; it is not pushed yet. */
const rewritten = (clone: TestRepository) =>
  clone.git('commit-tree', '-p', 'HEAD~1', '-m', 'Rewritten', 'HEAD^{tree}').trim()

it.concurrent('while the fixer works: the fix is carried over', async () => {
  const { github, clone, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [{ on: 'push', round: 1, do: (bot) => finds(bot, raise('add', 2)) }]),
  )
  const before = pullRequest.head.sha
  const other = rewritten(clone)
  github.onRequest = () => {
    github.advance(1)
    if (pullRequest.head.sha === before && clone.git('rev-parse', 'HEAD').trim() !== before)
      clone.git('push', '-qf', 'origin', `${other}:topic`)
  }
  const { code, stderr, result } = await watch(...rabbit, '--fixer', signFixer().word)
  expect(code, stderr).toBe(3)
  expect(pullRequest.threads[0]?.comments).toHaveLength(1)
  expect(result.reason).toContain(`then git rebase --onto ${short(other)} ${short(before)}, then --resume.`)
  await github.end()
})

it.concurrent('between the answers and the push: the fix is carried over, and is in what is pushed', async () => {
  const { github, clone, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [
      { on: 'push', round: 1, do: (bot) => finds(bot, raise('add', 2)) },
      { on: 'push', round: 3, do: isQuiet },
    ]),
  )
  const before = pullRequest.head.sha
  const other = rewritten(clone)
  github.inject({ on: 'Reply', meanwhile: () => void clone.git('push', '-qf', 'origin', `${other}:topic`) })
  const { code, stderr, result } = await watch(...rabbit, '--fixer', signFixer().word)
  expect(code, stderr).toBe(3)
  expect(result.reason).toMatch(/^Somebody else pushed .* is not pushed: its history was rewritten/)
  expect(result.reason).toContain(`then git rebase --onto ${short(other)} ${short(before)}, then --resume.`)
  clone.git('rebase', '-q', '--onto', short(other), short(before))
  const again = await watch('--resume')
  expect(again.code, again.stderr).toBe(0)
  expect(clone.git('show', 'origin/topic:calc.js')).toContain('a + b')
  await github.end()
})

it.concurrent('while it is waited: what is there now is taken over, and waited for', async () => {
  const { github, clone, pullRequest, start, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [{ on: 'push', round: 2, do: isQuiet }]),
  )
  const before = pullRequest.head.sha
  const other = rewritten(clone)
  const words = ['7', '--interval', '1s', '--format', 'json', ...rabbit, '--fixer', signFixer().word]
  const ended = jsonEndOf<LoopResult>(start(...words))
  await until(() => github.log.filter(({ name }) => name === 'Checks').length >= 2)
  clone.git('push', '-qf', 'origin', `${other}:topic`)
  const { code, stderr, result } = await ended
  expect(code, stderr).toBe(3)
  expect(result.reason).toContain(
    `Look at it first (git log ${short(before)}...${short(other)}), then git reset --keep`,
  )
  clone.git('reset', '-q', '--keep', short(other))
  const again = await watch('--resume')
  expect(again.code, again.stderr).toBe(0)
  await github.end()
})

it.concurrent.each([
  ['with nothing of its own', false, (to: string) => `git reset --keep ${to}`],
  ['with a commit of its own', true, (to: string, from: string) => `git rebase --onto ${to} ${from}`],
])('before it begins, %s checked out: refused with what to type', async (_, hasOwn, advice) => {
  const { github, clone, pullRequest, watch } = await watchedPullRequest(() => {})
  const before = pullRequest.head.sha
  const other = rewritten(clone)
  if (hasOwn) clone.git('commit', '-q', '--allow-empty', '-m', 'Own')
  clone.git('push', '-qf', 'origin', `${other}:topic`)
  const { code, stderr } = await watch('--fixer', signFixer().word)
  expect(code, stderr).toBe(2)
  expect(stderr).toContain(advice(short(other), short(before)))
  await github.end()
})
