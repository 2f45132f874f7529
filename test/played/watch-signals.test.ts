import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { LoopResult } from '../../src/core/loop/result.ts'
import { nextSteps } from '../../src/report/loop/loop-words.ts'
import type { GithubServer } from '../kit/github-server/server.ts'
import { endOf, jsonEndOf, startProgram } from '../support/program.ts'
import { temporaryFolder } from '../support/repository.ts'
import { finds, isQuiet, rabbit, raise, signFixer, type Watched, watchedPullRequest } from '../support/watched.ts'

// What the forge itself says counts before words, and nobody can say for us that something is done.

const house = {
  base: { '.review-loop/config.yaml': 'github:\n  attempts: 2\n  reviewers:\n    house:\n      logins: [house]\n' },
}
const ofHouse = ['--wait-for', 'house', '--fixer', 'none']
const findsOnce = (world: GithubServer) =>
  world.play('coderabbitai[bot]', [
    { on: 'push', round: 1, do: (bot) => finds(bot, raise('add', 2)) },
    { on: 'push', do: isQuiet },
  ])

it.concurrent.each(['failure', 'timed_out', 'action_required', 'cancelled'] as const)(
  'words that find nothing do not count where the check of their bot ended with %s',
  async (conclusion) => {
    const { github, watch } = await watchedPullRequest(
      (world) =>
        world.play('house[bot]', [
          {
            on: 'push',
            do: (bot) => {
              bot.check({ name: 'house review', status: 'completed', conclusion })
              bot.comment('No issues found.')
            },
          },
        ]),
      house,
    )
    const { code, stderr } = await watch(...ofHouse)
    expect(code, stderr).toBe(3)
    expect(stderr).toContain(`house: failed (its check ended with ${conclusion})`)
    await github.end()
  },
)

/** As forges shorten it, and longer where that could be a number or a word. */
function shortOf(sha: string): string {
  return [8, 10, 12, 40].map((length) => sha.slice(0, length)).find((id) => /[a-f]/.test(id) && /\d/.test(id))!
}

it.concurrent('words that find nothing in another commit are late, however they name it', async () => {
  const { github, clone, pullRequest, watch } = await watchedPullRequest(() => {}, house)
  const old = pullRequest.head.sha
  clone.commit('More', { 'other.js': '1\n' })
  clone.git('push', '-q')
  github.advance(5)
  const bot = github.as('house[bot]', pullRequest)
  for (const named of [old, shortOf(old)]) bot.comment(`Geprüft: ${named}. No issues found.`)
  const late = await watch(...ofHouse)
  expect(late.code, late.stderr).toBe(3)
  bot.comment(`Geprüft: ${shortOf(pullRequest.head.sha)}. No issues found.`)
  const { code, stderr } = await watch(...ofHouse)
  expect(code, stderr).toBe(0)
  await github.end()
})

it.concurrent('a thumbs up is for the text that was read, and not for what it became', async () => {
  const { github, pullRequest, watch } = await watchedPullRequest(() => {}, house)
  github.advance(5)
  const [bot, user] = [github.as('house[bot]', pullRequest), github.as('octocat', pullRequest)]
  const written = bot.comment('Zand oru vlorp.')
  github.advance(5)
  user.react(written, '+1')
  github.advance(5)
  bot.edit(written, 'Krell vlorp fennik.')
  const { code, stderr } = await watch(...ofHouse)
  expect(code, stderr).toBe(4)
  expect(stderr).toContain('house: not understood: https://')
  await github.end()
})

it.concurrent.each([
  ['evil[bot]', 'Done.', 1],
  ['github-actions[bot]', '## AI Code Review\n\nDone.', 1],
  ['maria', 'Done.', 1],
])('nobody closes a thread by a mark of ours, or by a commit that never came: %s', async (login, words, expected) => {
  const { github, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [{ on: 'push', do: (bot) => finds(bot, raise('add', 2)) }]),
  )
  github.advance(5)
  const [thread] = pullRequest.threads
  const mark = `<!-- review-loop fixed ${thread?.nodeId} ${'e'.repeat(40)} -->`
  github.as(login, pullRequest).reply(thread!, `${words}\n\n${mark}`)
  const { code, stderr, stdout } = await watch(...rabbit, '--mode', 'analyze')
  expect(code, stderr).toBe(expected)
  expect(JSON.parse(stdout).items).toMatchObject([{ title: 'Wrong sign in add.', actionable: true }])
  await github.end()
})

it.concurrent('a review that quotes our mark is a review', async () => {
  const body = '## AI Code Review\n\n### Critical\n\n- `calc.js:2` subtracts\n\n<!-- review-loop answers x -->'
  const { github, watch } = await watchedPullRequest((world) =>
    world.play('github-actions[bot]', [{ on: 'push', do: (bot) => void bot.comment(body) }]),
  )
  const { code, stderr } = await watch('--wait-for', 'review-workflow', '--mode', 'analyze')
  expect(code, stderr).toBe(1)
  await github.end()
})

it.concurrent('an objection while the answers are posted stops the push, and takes them back', async () => {
  const { github, clone, pullRequest, watch } = await watchedPullRequest(findsOnce)
  github.inject({
    on: 'Reply',
    meanwhile: () => void github.as('maria', pullRequest).comment('O menos em add é de propósito.'),
  })
  const { code, stderr } = await watch(...rabbit, '--fixer', signFixer().word)
  expect(code, stderr).toBe(4)
  expect(clone.git('show', 'origin/topic:calc.js')).toContain('a - b')
  expect(pullRequest.threads[0]?.isResolved).toBe(false)
  expect(pullRequest.threads[0]?.comments.map(({ body }) => body).join()).not.toContain('Fixed in')
  await github.end()
})

it.concurrent('of two that watch in two clones only the one whose push arrives says that it is fixed', async () => {
  const { github, clone, pullRequest, start } = await watchedPullRequest(findsOnce)
  const other = join(temporaryFolder(), 'other')
  execFileSync('git', ['clone', '-q', '-b', 'topic', clone.git('remote', 'get-url', 'origin').trim(), other])
  for (const [key, value] of Object.entries({ name: 'maria', email: 'maria@example.com' }))
    execFileSync('git', ['-C', other, 'config', `user.${key}`, value])
  const env = { ...github.variables, CI: undefined, GITHUB_TOKEN: github.addToken({ login: 'maria' }) }
  const args = ['7', '--interval', '1s', '--format', 'json', ...rabbit, '--fixer', signFixer().word]
  const ends = await Promise.all([
    jsonEndOf<LoopResult>(start(...args)),
    jsonEndOf<LoopResult>(startProgram(other, ['watch', ...args], { env })),
  ])
  const said = ends.map(({ stderr }) => stderr).join('\n')
  expect(ends.map(({ code }) => code).sort(), said).toContain(3)
  const { head } = pullRequest
  const fixed = pullRequest.threads[0]?.comments.filter(({ body }) => body.includes('Fixed in'))
  expect(fixed?.map(({ body }) => /Fixed in (\w+)/.exec(body)?.[1])).toEqual([head.sha])
  await github.end()
})

const reports: readonly (readonly [string, string])[] = [
  [
    'coverage',
    '## Report\n:x: Patch coverage is `50 %` with `3 lines` in your changes missing coverage. Please review.',
  ],
  ['speed', '| benchmark | before | after | |\n|---|---|---|---|\n| parse | 10 ms | 14 ms | ❌ critical regression |'],
  [
    'deploys',
    '### ❌ Deploy Preview failed.\n\n| Name | Link |\n|---|---|\n| 🔍 Latest deploy log | https://x.example |',
  ],
  ['praise', '✅ All tests passed! No issues found.'],
]

it.concurrent.each(reports)('a bot that nobody described and that reports %s holds nothing up', async (_, body) => {
  const { github, watch } = await watchedPullRequest((world) => {
    world.play('coderabbitai[bot]', [{ on: 'push', do: isQuiet }])
    world.play('reporter[bot]', [{ on: 'push', do: (bot) => void bot.comment(body) }])
  })
  const { code, stderr } = await watch(...rabbit, '--fixer', signFixer().word)
  expect(code, stderr).toBe(0)
  const alone = await watch('--wait-for', 'codex', '--attempts', '1', '--fixer', signFixer().word)
  expect(alone.code, alone.stderr).toBe(3)
  await github.end()
})

it.concurrent('thanks of a bot that found nothing in the fix hold nothing up', async () => {
  const { github, pullRequest, watch } = await watchedPullRequest((world) => {
    findsOnce(world)
    world.play('coderabbitai[bot]', [
      { on: 'reply', do: (bot, { thread }) => void bot.reply(thread!, '@octocat Thank you for the fix! 🐇') },
    ])
  })
  const { code, stderr } = await watch(...rabbit, '--fixer', signFixer().word)
  expect(code, stderr).toBe(0)
  expect(pullRequest.threads[0]?.isResolved).toBe(true)
  await github.end()
})

it.concurrent('a line that a command names is that line, where something stands on it', async () => {
  const { github, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [{ on: 'push', do: (bot) => finds(bot, raise('add', 2), raise('more', 3)) }]),
  )
  github.advance(5)
  github.as('maria', pullRequest).comment('/review-loop leave calc.js:2')
  const { stdout, stderr } = await watch(...rabbit, '--mode', 'analyze')
  const items = JSON.parse(stdout).items.map(({ line, status }: { line: number; status: string }) => [line, status])
  expect(items, stderr).toEqual([
    [2, 'left'],
    [3, 'open'],
  ])
  await github.end()
})

it.concurrent('a required check that nobody has reported keeps it from being merged', async () => {
  const { github, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [{ on: 'push', do: isQuiet }]),
  )
  github.repository.requiredChecks.add('e2e')
  const { code, stderr, result } = await watch(...rabbit, '--fixer', 'none')
  expect(code, stderr).toBe(0)
  expect(nextSteps(result)).toEqual([
    'It cannot be merged yet. Its forge says that it cannot be merged: a check or a review that is required is missing.',
  ])
  const looked = await watch(...rabbit, '--mode', 'analyze')
  expect(looked.stdout).toContain('a check or a review that is required is missing')
  await github.end()
})

it.concurrent.each([
  ['fix', ['--fixer', 'none']],
  ['analyze', ['--mode', 'analyze']],
])('says with --verbose why each text is what it is, in mode %s', async (_, words) => {
  const { github, start }: Watched = await watchedPullRequest((world) => {
    world.play('coderabbitai[bot]', [{ on: 'push', do: isQuiet }])
    world.play('maria', [{ on: 'push', do: (maria) => void maria.comment('LGTM') }])
  })
  const args = ['7', '--interval', '1s', ...rabbit, ...words]
  const { stderr } = await endOf(start(...args, '--verbose'))
  expect(stderr).toMatch(/^ {3}coderabbit, review: clean \((?:structure|reviewer): .+\) https:/m)
  expect(stderr).toMatch(/^ {3}maria, comment: asks for nothing \(its own words\) https:/m)
  expect(stderr.match(/coderabbit, review: clean/g)).toHaveLength(1)
  expect((await endOf(start(...args))).stderr).not.toContain('coderabbit, review')
  await github.end()
})
