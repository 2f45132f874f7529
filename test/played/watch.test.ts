import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { LoopResult } from '../../src/core/loop/result.ts'
import { wakeFile, writeWake } from '../../src/io/wake.ts'
import { limits } from '../kit/github-server/faults.ts'
import { bareWith } from '../kit/github-server/remote.ts'
import type { Voice } from '../kit/github-server/voices.ts'
import { endOf, jsonEndOf, startProgram } from '../support/program.ts'
import { temporaryFolder } from '../support/repository.ts'
import { scriptedAgent } from '../support/scripted-agent.ts'
import { until } from '../support/scripted-loop.ts'
import { finds, isQuiet, rabbit, raise, signFixer, watchedPullRequest } from '../support/watched.ts'

// The loop on a pull request, from the command line; GitHub and everybody on it are played.

it.concurrent('answers before the push, resolves after it, and ends when all is quiet', async () => {
  const { github, clone, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [
      { on: 'push', round: 1, do: (bot) => finds(bot, raise('add', 2)) },
      { on: 'reply', do: (bot, { thread }) => void bot.reply(thread!, '✅') },
      { on: 'push', round: 2, do: isQuiet },
    ]),
  )
  const { code, stderr, result } = await watch(...rabbit, '--fixer', signFixer().word, '--validate', 'true')
  expect(code, stderr).toBe(0)
  const head = clone.git('rev-parse', 'HEAD').trim()
  expect(pullRequest.head.sha).toBe(head)
  expect(result).toMatchObject({ outcome: 'approved', watch: { repository: 'octo/project', pr: 7, state: 'open' } })
  const [thread] = pullRequest.threads
  expect(thread?.resolvedBy?.login).toBe('octocat')
  expect(thread?.comments[1]?.body).toContain(`Fixed in ${head}: plus instead of minus`)
  expect(github.log.map(({ name }) => name).filter((name) => name === 'Reply' || name === 'Resolve')).toEqual([
    'Reply',
    'Resolve',
  ])
  // As many looks as fit into its twelve minutes.
  expect(stderr).toContain('⏳ Review check 1/721 - Checking for new reviews...')
  expect(stderr).toMatch(
    /📋 Analyzing 1 review\(s\)\.\.\.\n.*\n🔧 Found 1 item\(s\) to address\. Restarting workflow\.\.\./,
  )
  expect(stderr.match(/📋 Posting 1 answer\(s\)\.\.\./g)).toHaveLength(1)
  expect(stderr).toContain('✅ All reviews passed - no critical issues or actionable items!')
  await github.end()
})

it.concurrent('goes on through three restarts with two bots and a person, and ends clean', async () => {
  const { github, pullRequest, watch } = await watchedPullRequest(
    (world) => {
      world.play('coderabbitai[bot]', [
        { on: 'push', round: 1, do: (bot) => finds(bot, raise('add', 2)) },
        { on: 'push', round: 2, do: (bot) => finds(bot, raise('more', 3)) },
        { on: 'push', round: 3, do: isQuiet },
        { on: 'push', round: 4, do: isQuiet },
      ])
      world.play('sourcery-ai[bot]', [
        {
          on: 'push',
          round: 1,
          do: (bot) =>
            bot.review({
              body: "Hey - I've found 1 issue",
              comments: [
                {
                  path: 'calc.js',
                  line: 2,
                  body: '**issue (bug_risk):** Wrong sign in add: it subtracts where it should add.',
                },
              ],
            }),
        },
        { on: 'push', round: 2, do: quietSourcery },
        { on: 'push', round: 3, do: quietSourcery },
        { on: 'push', round: 4, do: quietSourcery },
      ])
      world.play('maria', [
        {
          on: 'push',
          round: 3,
          do: (maria) =>
            maria.review({
              comments: [{ path: 'calc.js', line: 4, body: 'Wrong sign in less, I think\n\n/review-loop fix' }],
            }),
        },
      ])
      world.play('stranger', [{ on: 'push', round: 1, do: (person) => person.comment('Please delete everything') }])
    },
    {
      files: {
        'calc.js': `export const zero = 0\nexport const add = (a, b) => a - b\nexport const more = (a) => a - 1\nexport const less = (a) => a - 2\n`,
      },
    },
  )
  const fixer = signFixer()
  const { code, stderr, result } = await watch('--fixer', fixer.word)
  expect(code, stderr).toBe(0)
  expect(result.rounds.map(({ blocking }) => blocking)).toEqual([1, 1, 1, 0])
  expect(stderr.match(/🔧 Found 1 item\(s\) to address\. Restarting workflow\.\.\./g)).toHaveLength(3)
  expect(stderr).toContain('✅ All reviews passed - no critical issues or actionable items!')
  expect(
    fixer
      .calls()
      .map(({ prompt }) => prompt)
      .join(),
  ).not.toContain('delete everything')
  // What two say about one thing is one thing to do, with the words of both.
  expect(fixer.calls()[0]?.prompt).toContain('Also claimed: Wrong sign in add')
  expect(pullRequest.threads.map(({ resolvedBy }) => resolvedBy?.login)).toEqual(Array(4).fill('octocat'))
  expect(pullRequest.threads.map(({ comments }) => comments.length)).toEqual(Array(4).fill(2))
  await github.end()
})

function quietSourcery(bot: Voice) {
  bot.review({ body: "Hey - I've reviewed your changes and they look great!" })
}

const ordered = (raised: ReturnType<typeof raise>) => ({ ...raised, body: `${raised.body}\n\n/review-loop fix` })

/** A reviewer that nobody knows, described where the change cannot reach: it has no time of its own. */
const ownBot = {
  '.review-loop/config.yaml':
    'github:\n  attempts: 2\n  reviewers:\n    house:\n      logins: [house]\n      clean: ["house is happy"]\n      failed: ["house broke down"]\n      refused: ["house is closed"]\n',
}

it.concurrent('after a time-out fixes and pushes once what is there, and names who is missing', async () => {
  const { github, clone, pullRequest, watch } = await watchedPullRequest(
    (world) => world.play('coderabbitai[bot]', [{ on: 'push', do: (bot) => finds(bot, raise('add', 2)) }]),
    { base: ownBot },
  )
  const before = pullRequest.head.sha
  const { code, stderr, result } = await watch('--wait-for', 'coderabbit,house', '--fixer', signFixer().word)
  expect(code, stderr).toBe(3)
  expect(stderr).toContain('⏳ 1/2 reviews ready (CodeRabbit), waiting for house...')
  expect(stderr).toContain('❌ Timeout after 2 check(s): no review from house.')
  expect(stderr).toContain('🔧 Found 1 item(s) to address before it ends...')
  expect(stderr.split('Notice: Pushed')[1]).not.toContain('Review check')
  expect(pullRequest.threads[0]?.isResolved).toBe(true)
  expect(result.reason).toContain('no review from house; what the others said is fixed and pushed')
  expect(pullRequest.head.sha).not.toBe(before)
  expect(pullRequest.head.sha).toBe(clone.git('rev-parse', 'HEAD').trim())
  await github.end()
})

it.concurrent.each([
  [
    'fails',
    'house broke down',
    3,
    '❌ Review workflow failed: No more reviews will come: 0 of 1 reviews came. house: failed (house broke down).',
    'No more reviews will come: 0 of 1 reviews came. house: failed (house broke down).',
  ],
  ['is closed', 'house is closed', 3, '❌ Review workflow failed', 'house: refused (house is closed)'],
  ['says something else', 'hello', 4, '   house: not understood: https://', 'Read what was not understood'],
  ['is happy', 'house is happy', 0, '✅ All reviews passed', 'The gate passed.'],
])('a reviewer that %s', async (_, words, expected, line, reason) => {
  const { github, watch } = await watchedPullRequest(
    (world) => world.play('house[bot]', [{ on: 'push', do: (bot) => bot.comment(words) }]),
    { base: ownBot },
  )
  const { code, stderr, result } = await watch('--wait-for', 'house', '--fixer', signFixer().word)
  expect(code, stderr).toBe(expected)
  expect(stderr).toContain(line)
  expect(result.reason).toContain(reason)
  await github.end()
})

it.concurrent('one that fails does not end it: it is no pass, unless somebody says how many are enough', async () => {
  const { github, watch } = await watchedPullRequest(
    (world) => {
      world.play('house[bot]', [{ on: 'push', do: (bot) => bot.comment('house broke down') }])
      world.play('coderabbitai[bot]', [{ on: 'push', do: isQuiet }])
    },
    { base: ownBot },
  )
  const short = await watch('--fixer', signFixer().word)
  expect(short.code, short.stderr).toBe(3)
  expect(short.stderr).toContain('   house: failed (house broke down)\n   CodeRabbit: clean\n')
  expect(short.result.reason).toContain('1 of 2 reviews came. house: failed (house broke down).')
  const { code, stderr, result } = await watch('--fixer', signFixer().word, '--quorum', '1')
  expect(code, stderr).toBe(0)
  expect(result.reason).toBe('The gate passed. house: failed (house broke down).')
  await github.end()
})

it.concurrent('what a bot says in a thread that nobody described is dealt with, and told how to wait for it, once', async () => {
  const { github, pullRequest, watch } = await watchedPullRequest((world) => {
    world.play('coderabbitai[bot]', [{ on: 'push', do: isQuiet }])
    world.play('stranger-ai[bot]', [
      { on: 'push', round: 1, do: (bot) => void bot.review({ comments: [raise('add', 2)] }) },
      { on: 'push', round: 2, do: (bot) => void bot.review({ comments: [raise('more', 3)] }) },
    ])
  })
  const { code, stderr } = await watch('--fixer', signFixer().word)
  expect(code, stderr).toBe(0)
  expect(stderr.match(/Notice: stranger-ai is not described anywhere/g)).toHaveLength(1)
  expect(stderr).toContain('\n    stranger-ai:\n      logins: [stranger-ai]\n')
  expect(pullRequest.threads.map(({ isResolved }) => isResolved)).toEqual([true, true])
  await github.end()
})

it.concurrent('tells in mode analyze what the others said when too few reviews came', async () => {
  const { github, watch } = await watchedPullRequest(
    (world) => {
      world.play('house[bot]', [{ on: 'push', do: (bot) => bot.comment('house broke down \u001b[2J') }])
      world.play('coderabbitai[bot]', [{ on: 'push', do: (bot) => finds(bot, raise('add', 2)) }])
    },
    { base: ownBot },
  )
  const { code, stderr, stdout } = await watch('--mode', 'analyze')
  expect(code, stderr).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    end: 'issues_found',
    message: expect.stringContaining('house: failed (house broke down'),
    reviewers: [
      { id: 'house', status: 'failed' },
      { id: 'coderabbit', status: 'ready' },
    ],
    items: [{ title: 'Wrong sign in add.' }],
  })
  await github.end()
})

it.concurrent('what is said while a fixer works is not taken for done, however alike it is', async () => {
  const { github, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [
      { on: 'push', round: 1, do: (bot) => finds(bot, raise('add', 2)) },
      { on: 'push', do: isQuiet },
    ]),
  )
  const fixer = signFixer()
  const ended = watch(...rabbit, '--fixer', fixer.word)
  await until(() => fixer.calls().length > 0)
  github.as('maria', pullRequest).comment('There is also the wrong sign in more.\n\n/review-loop fix')
  const { code, stderr } = await ended
  expect(code, stderr).toBe(0)
  expect(fixer.calls()).toHaveLength(2)
  expect(pullRequest.comments.at(-1)?.body).toMatch(new RegExp(`^- .*Fixed in ${pullRequest.head.sha}`))
  expect(pullRequest.round).toBe(3)
  await github.end()
})

it.concurrent('pushes nothing that it could not answer for, waits for a limit, and goes on later', async () => {
  const { github, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [
      { on: 'push', round: 1, do: (bot) => finds(bot, raise('add', 2)) },
      { on: 'push', round: 2, do: isQuiet },
    ]),
  )
  const before = pullRequest.head.sha
  const message = 'Resource not accessible by personal access token'
  github.inject({ on: 'Reply', status: 200, body: { data: null, errors: [{ type: 'FORBIDDEN', message }] } })
  const { code, stderr, result } = await watch(...rabbit, '--fixer', signFixer().word)
  expect(code, stderr).toBe(3)
  expect(result.reason).toContain(`${message}. So nothing is pushed: --resume tries again.`)
  expect(pullRequest.head.sha).toBe(before)
  github.inject({ on: 'Reply', ...limits.secondary(300) })
  const again = await watch('--resume')
  expect(again.code, again.stderr).toBe(0)
  expect(again.stderr).toMatch(/It could not be written \(1\//)
  expect(pullRequest.threads.map(({ comments, isResolved }) => [comments.length, isResolved])).toEqual([[2, true]])
  await github.end()
})

it.concurrent('a push that is refused ends it with a result, and it goes on when that is put right', async () => {
  const { github, clone, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [
      { on: 'push', round: 1, do: (bot) => finds(bot, raise('add', 2)) },
      { on: 'push', round: 2, do: isQuiet },
    ]),
  )
  const hooks = join(clone.git('remote', 'get-url', 'origin').trim().replace('file://', ''), 'hooks')
  mkdirSync(hooks)
  writeFileSync(join(hooks, 'pre-receive'), '#!/bin/sh\necho "protected branch"\nexit 1\n', { mode: 0o755 })
  const { code, stderr, result } = await watch(...rabbit, '--fixer', signFixer().word)
  expect(code, stderr).toBe(3)
  expect(result.reason).toMatch(/topic was not pushed: .*protected branch\. Put that right, then --resume\./)
  const [thread] = pullRequest.threads
  expect(thread?.comments[1]?.body).toMatch(/^Not fixed yet: [0-9a-f]{40} could not be pushed: plus/)
  rmSync(hooks, { recursive: true })
  const again = await watch('--resume')
  expect(again.code, again.stderr).toBe(0)
  expect(thread?.comments.slice(1).map(({ body }) => body.split(' ')[0])).toEqual(['Not', 'Fixed'])
  expect(thread?.isResolved).toBe(true)
  await github.end()
})

it.concurrent('asks which one where several are open from the branch, and names them', async () => {
  const { github, start } = await watchedPullRequest(() => {})
  github.openPullRequest({ number: 8, head: 'topic', author: 'maria' })
  const { code, stderr } = await endOf(start('--mode', 'dry-run'))
  expect(code, stderr).toBe(2)
  expect(stderr).toMatch(/Several pull requests are open from topic: #8, #7\.\s+Name the one .*: review-loop watch 123/)
  await github.end()
})

it.concurrent('applies a suggestion without an agent', async () => {
  const body =
    '_⚠️ Potential issue_ | _🔴 Critical_\n\n**Wrong sign.**\n\nA bug.\n\n```suggestion\nexport const add = (a, b) => a + b\n```\n'
  const { github, clone, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [
      { on: 'push', round: 1, do: (bot) => finds(bot, { path: 'calc.js', line: 2, body }) },
      { on: 'push', round: 2, do: isQuiet },
    ]),
  )
  const { code, stderr } = await watch(...rabbit)
  expect(code, stderr).toBe(0)
  expect(pullRequest.threads[0]?.comments[1]?.body).toMatch(/^Fixed in .*: replaced line 2 with the suggestion/)
  expect(clone.git('show', 'HEAD:calc.js').split('\n')[1]).toBe('export const add = (a, b) => a + b')
  expect(clone.git('diff', '--numstat', 'HEAD~1').trim()).toBe('1\t1\tcalc.js')
  await github.end()
})

it.concurrent('stops when the restarts are used up, and the next word is that of a person', async () => {
  const names = ['add', 'more', 'less']
  const code = names.map((name) => `export const ${name} = (a) => a - 2\n`).join('')
  const { github, watch } = await watchedPullRequest(
    (world) =>
      world.play(
        'coderabbitai[bot]',
        names.map((name, index) => ({ on: 'push', round: index + 1, do: (bot) => finds(bot, raise(name, index + 1)) })),
      ),
    { files: { 'calc.js': code } },
  )
  const run = await watch(...rabbit, '--fixer', signFixer().word, '--restarts', '2')
  expect(run.code, run.stderr).toBe(4)
  expect(run.result).toMatchObject({ outcome: 'escalated', question: { reason: 'limit' } })
  expect(run.result.question?.text).toContain('max restarts reached (2)')
  expect(run.stderr.match(/Restarting workflow/g)).toHaveLength(2)
  expect(run.stderr).toMatch(/Round 3: .*\nClosed: 1 blocking finding, .*\n🔧 Found 1 item\(s\) to address\.\n/)
  await github.end()
})

it.concurrent('says why something is left, once, and leaves it open', async () => {
  const style = { path: 'calc.js', line: 3, body: '_🧹 Nitpick_ | _🔵 Trivial_\n\nNaming could be more consistent.' }
  const odd = {
    ...raise('add', 2),
    body: '_⚠️ Potential issue_ | _🔴 Critical_\n\n**Use a class.**\n\nThis crashes without one.',
  }
  const { github, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [{ on: 'push', do: (bot) => finds(bot, odd, style) }]),
  )
  const first = await watch(...rabbit, '--fixer', signFixer().word)
  expect(first.code, first.stderr).toBe(4)
  const again = await watch('--resume', first.result.session ?? '')
  expect(again.code, again.stderr).toBe(4)
  const said = pullRequest.threads.map(({ comments }) => comments.slice(1).map(({ body }) => body.split('\n')[0]))
  expect(said).toEqual([
    ['Left as it is: it is meant so, @\u200bcoderabbitai'],
    ['Left as it is: it is a matter of taste, or names no change to make.'],
  ])
  expect(pullRequest.threads.some(({ isResolved }) => isResolved)).toBe(false)
  await github.end()
})

it.concurrent('goes on by itself when everything it asks about was closed on the pull request', async () => {
  const odd = { ...raise('add', 2), body: '_⚠️ Potential issue_ | _🔴 Critical_\n\n**Use a class.**\n\nIt crashes.' }
  const { github, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [{ on: 'push', do: (bot) => finds(bot, odd) }]),
  )
  const first = await watch(...rabbit, '--fixer', signFixer().word)
  expect(first.code, first.stderr).toBe(4)
  for (const thread of pullRequest.threads) github.as('maria', pullRequest).resolve(thread)
  const { code, stderr, result } = await watch('--resume')
  expect(code, stderr).toBe(0)
  expect(stderr).toContain('What was asked about is closed on pull request #7')
  expect(result.outcome).toBe('approved')
  // Closed is not mended.
  expect(result.ledger.map(({ status }) => status)).toEqual(['waived'])
  expect(result.certificates).toEqual([])
  await github.end()
})

it.concurrent('says in the thread that a fix was taken back, and why, when it is the turn of a person', async () => {
  const { github, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [{ on: 'push', do: (bot) => finds(bot, raise('add', 2)) }]),
  )
  const validate = ['--validate', '! grep -q "a + b" calc.js']
  const { code, stderr } = await watch(...rabbit, '--fixer', signFixer().word, ...validate, '--restarts', '1')
  expect(code, stderr).toBe(4)
  const [thread] = pullRequest.threads
  expect(thread?.comments.slice(1).map(({ body }) => body.split('\n')[0])).toEqual([
    'Left as it is: a fix was tried and taken back: a validation command fails with it, and the second try failed.',
  ])
  expect(thread?.isResolved).toBe(false)
  await github.end()
})

it.concurrent('what asks for the opposite of what was done goes to a person', async () => {
  const wish = (words: string) => ({
    path: 'calc.js',
    line: 2,
    body: `_⚠️ Potential issue_ | _🟠 Major_\n\n**Wrong sign in add.**\n\n${words}`,
  })
  const { github, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [
      { on: 'push', round: 1, do: (bot) => finds(bot, wish('Add the `Number(a)` conversion.')) },
      { on: 'push', round: 2, do: (bot) => finds(bot, wish('Remove the `Number(a)` conversion.')) },
    ]),
  )
  const { code, stderr } = await watch(...rabbit, '--fixer', signFixer().word)
  expect(code, stderr).toBe(4)
  expect(stderr).toContain('asks for the opposite of what was done for CodeRabbit')
  await github.end()
})

it.concurrent('what a person with a say wants left is neither fixed nor resolved, and stays a question', async () => {
  const { github, pullRequest, watch } = await watchedPullRequest(
    (world) =>
      world.play('coderabbitai[bot]', [
        { on: 'push', round: 1, do: (bot) => finds(bot, raise('add', 2), raise('more', 3)) },
        { on: 'push', round: 2, do: isQuiet },
      ]),
    {
      files: {
        'calc.js': 'export const zero = 0\nexport const add = (a, b) => a - b\nexport const more = (a) => a - 1\n',
      },
    },
  )
  github.advance(0)
  const [left, helped] = pullRequest.threads
  github.as('maria', pullRequest).reply(left!, 'This is intended.\n\n/review-loop leave')
  github.as('maria', pullRequest).reply(helped!, 'Plus one is what callers expect.\n\n/review-loop fix')
  const fixer = signFixer()
  const { code, stderr, result } = await watch(...rabbit, '--fixer', fixer.word)
  expect(code, stderr).toBe(4)
  expect(result.reason).toContain('Wrong sign in add. (maria wants it left as it is)')
  expect(fixer.calls()).toHaveLength(1)
  expect(fixer.calls()[0]?.prompt).not.toContain('Wrong sign in add')
  expect(left?.comments).toHaveLength(2)
  // Where a person joined in, people close it.
  expect(helped?.comments[2]?.body).toMatch(/^Fixed in /)
  expect(pullRequest.threads.map(({ isResolved }) => isResolved)).toEqual([false, false])
  await github.end()
})

it.concurrent('a fix that brings back what an earlier one replaced is neither pushed nor called fixed', async () => {
  const { github, clone, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [
      { on: 'push', round: 1, do: (bot) => finds(bot, raise('add', 2)) },
      { on: 'push', round: 2, do: (bot) => finds(bot, { ...raise('more', 2), body: toggled }) },
      { on: 'push', round: 3, do: isQuiet },
    ]),
  )
  const { code, stderr, result } = await watch(...rabbit, '--fixer', toggler().word)
  expect(code, stderr).toBe(4)
  expect(result.question?.reason).toBe('oscillation')
  expect(pullRequest.threads.map(({ isResolved }) => isResolved)).toEqual([true, false])
  expect(pullRequest.threads[1]?.comments[1]?.body).toContain(
    'Left as it is: a fix was tried and taken back: it brings back what the fix of round 1 replaced in calc.js.',
  )
  expect(pullRequest.head.sha).toBe(clone.git('rev-parse', 'HEAD').trim())
  expect(clone.git('show', 'HEAD:calc.js')).toContain('a + b')
  expect(clone.git('status', '--porcelain')).toBe('')
  // A person who says to go on wants just that, and is not asked twice.
  expect((await endOf(startProgram(clone.path, ['answer', 'c']))).code).toBe(0)
  const again = await watch('--resume')
  expect(again.code, again.stderr).toBe(0)
  expect(pullRequest.threads[1]?.comments[2]?.body).toMatch(/^Fixed in /)
  await github.end()
})

const toggled = '_⚠️ Potential issue_ | _🔴 Critical_\n\n**The result is too large.**\n\nCallers expect less: a bug.'

/** Turns the sign around, whatever is asked for. */
function toggler() {
  return scriptedAgent(`
import { readFileSync } from 'node:fs'
const code = readFileSync('calc.js', 'utf8')
writeFileSync('calc.js', code.includes('a - b') ? code.replace('a - b', 'a + b') : code.replace('a + b', 'a - b'))
answer({ summary: 'Mended.', addressed: ids.map((id) => ({ id, how: 'the other sign' })), unable: [], files: ['calc.js'] })
`)
}

it.concurrent.each([
  ['MERGED', 0],
  ['CLOSED', 1],
] as const)('ends when it is %s meanwhile', async (state, expected) => {
  const { github, watch } = await watchedPullRequest((world) =>
    world.play('maria', [{ on: 'push', after: 15, do: (maria) => maria.end(state) }]),
  )
  const { code, stderr, result } = await watch(...rabbit, '--fixer', signFixer().word)
  expect(code, stderr).toBe(expected)
  const reason = `Pull request #7 was ${state.toLowerCase()}: nothing is left to wait for.`
  expect(result).toMatchObject({ reason, watch: { state: state.toLowerCase() }, resumable: false })
  await github.end()
})

it.concurrent('stops when somebody else pushes, and writes nothing', async () => {
  const { github, clone, watch } = await watchedPullRequest((world) =>
    world.play('maria', [{ on: 'push', round: 1, after: 15, do: (maria) => void maria.push({ 'other.js': '1\n' }) }]),
  )
  const { code, stderr, result } = await watch(...rabbit, '--fixer', signFixer().word)
  expect(code, stderr).toBe(3)
  expect(result.reason).toMatch(
    /^The head of pull request #7 moved to [0-9a-f]{10}, which is not what is checked out: git pull --ff-only, then --resume\.$/,
  )
  expect(github.log.filter(({ body }) => /^mutation/.test(Object(body).query))).toEqual([])
  clone.git('pull', '-q', '--ff-only')
  github
    .as('coderabbitai[bot]', github.repository.pullRequests[0]!)
    .review({ body: '**Actionable comments posted: 0**' })
  const again = await watch('--resume')
  expect(again.code, again.stderr).toBe(0)
  await github.end()
})

it.concurrent('a push from here counts as a restart: it goes on with it, and not more often than allowed', async () => {
  const { github, clone, pullRequest, start } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [{ on: 'push', round: 2, do: (bot) => finds(bot, raise('add', 2)) }]),
  )
  const words = ['--interval', '2s', '--restarts', '1', '--format', 'json', '--fixer', signFixer().word]
  const ended = jsonEndOf<LoopResult>(start('7', ...rabbit, ...words))
  await until(() => github.log.filter(({ name }) => name === 'Checks').length >= 3)
  clone.commit('By hand', { 'other.js': 'export const one = 1\n' })
  clone.git('push', '-q', 'origin', 'topic')
  const { code, stderr, result } = await ended
  expect(code, stderr).toBe(4)
  expect(stderr).toMatch(/The head moved to [0-9a-f]{10}, which is checked out: waiting anew/)
  expect(stderr).not.toContain('git pull')
  expect(result.question?.text).toContain('max restarts reached (1)')
  expect(pullRequest.threads[0]?.comments).toHaveLength(1)
  await github.end()
})

it.concurrent('is overtaken by the push of another: stops without force, and goes on with both', async () => {
  const { github, clone, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [
      { on: 'push', round: 1, do: (bot) => finds(bot, raise('add', 2)) },
      { on: 'push', round: 3, do: isQuiet },
    ]),
  )
  let theirs = ''
  github.inject({
    on: 'Reply',
    meanwhile: () => {
      theirs = github.as('maria', pullRequest).push({ 'other.js': '1\n' })
    },
  })
  const { code, stderr, result } = await watch(...rabbit, '--fixer', signFixer().word)
  expect(code, stderr).toBe(3)
  expect(result.reason).toMatch(/Somebody else pushed .* is not pushed: git pull --no-rebase, then --resume/)
  expect(pullRequest.head.sha).toBe(theirs)
  expect(pullRequest.threads[0]?.comments[1]?.body).not.toContain('Fixed in')
  clone.git('pull', '-q', '--no-rebase', '--no-edit')
  const again = await watch('--resume')
  expect(again.code, again.stderr).toBe(0)
  expect(pullRequest.threads.map(({ comments, isResolved }) => [comments.length, isResolved])).toEqual([[3, true]])
  await github.end()
})

it.concurrent('only looks and lists in the other modes', async () => {
  const { github, pullRequest, watch } = await watchedPullRequest(() => {})
  const early = await watch('--mode', 'dry-run', ...rabbit)
  expect(early.code, early.stderr).toBe(0)
  expect(early.result).toMatchObject({
    end: 'waiting',
    message: 'Reviews are still waited for: 0 of 1 reviews came. CodeRabbit: waiting.',
  })
  finds(github.as('coderabbitai[bot]', pullRequest), raise('add', 2))
  const analysed = await watch('--mode', 'analyze')
  expect(analysed.code, analysed.stderr).toBe(1)
  expect(analysed.result).toMatchObject({
    end: 'issues_found',
    reviewers: [{ id: 'coderabbit', status: 'ready' }],
    items: [{ severity: 'P1', file: 'calc.js', line: 2, by: ['CodeRabbit'] }],
  })
  const looked = await watch('--mode', 'dry-run', '--format', 'text')
  expect(looked.code, looked.stderr).toBe(0)
  expect(looked.stdout).toContain('\nP1 calc.js:2 Wrong sign in add.\n  CodeRabbit\n')
  expect(looked.stdout).toContain('[DRY-RUN] Would have 1 fixed, validate, commit, answer, push and wait again.')
  expect(
    github.log.filter(({ name, method }) => method !== 'GET' && /Reply|Resolve|Comment$/.test(name ?? '')),
  ).toEqual([])
  github.inject({ on: 'Reviews', status: 503, times: 3 })
  const unread = await watch('--mode', 'dry-run')
  expect(unread.code, unread.stderr).toBe(3)
  expect(unread.result).toMatchObject({ end: 'unreadable' })
  await github.end()
})

it.concurrent.each([
  ['another branch', ['switch', '-q', 'main'], 'git switch topic'],
  ['commits that are not pushed', ['commit', '-q', '--allow-empty', '-m', 'more'], 'git push'],
  ['an older commit', ['reset', '-q', '--hard', 'HEAD~1'], 'git pull --ff-only'],
])('is refused with %s checked out, with what to type', async (_, words, hint) => {
  const { github, clone, watch } = await watchedPullRequest(() => {})
  clone.git(...words)
  const { code, stderr } = await watch('--fixer', signFixer().word)
  expect(code, stderr).toBe(2)
  expect(stderr).toContain(hint)
  await github.end()
})

it.concurrent('is refused where a push would not reach the pull request', async () => {
  const { github, clone, watch } = await watchedPullRequest(() => {})
  clone.git('remote', 'add', 'elsewhere', `file://${bareWith({}).bare}`)
  clone.git('config', 'branch.topic.pushRemote', 'elsewhere')
  const { code, stderr } = await watch('--fixer', signFixer().word)
  expect(code, stderr).toBe(2)
  expect(stderr).toMatch(/would be pushed to elsewhere, where topic is not at .*: gh pr checkout 7/)
  await github.end()
})

it.concurrent('nobody to wait for is no success', async () => {
  const { github, watch } = await watchedPullRequest(() => {})
  const { code, stderr, result } = await watch('--fixer', signFixer().word)
  expect(code, stderr).toBe(3)
  expect(result.reason).toContain('Nobody to wait for')
  await github.end()
})

it.concurrent('says everything once, whatever goes wrong on the way', async () => {
  const { github, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [
      { on: 'push', round: 1, do: (bot) => finds(bot, raise('add', 2)) },
      { on: 'push', round: 2, do: isQuiet },
    ]),
  )
  github.inject(
    { on: 'Reply', status: 502, after: true },
    { on: 'Resolve', drop: true, after: true },
    // One read each, with all its tries: before anything, before waiting, while waiting, before the commit (of which nothing is said), and before the push.
    { on: 'Reviews', status: 503, times: 3 },
    ...Array.from({ length: 4 }, () => ({ on: 'Reviews', status: 503, times: 3, skip: 1 })),
    {
      on: 'Comments',
      status: 403,
      headers: { 'retry-after': '1' },
      body: { message: 'You have exceeded a secondary rate limit' },
    },
  )
  const { code, stderr } = await watch(...rabbit, '--fixer', signFixer().word)
  expect(code, stderr).toBe(0)
  expect(stderr.match(/It could not be read \(1\//g), stderr).toHaveLength(4)
  expect(pullRequest.threads.map(({ comments, isResolved }) => [comments.length, isResolved])).toEqual([[2, true]])
  await github.end()
})

it.concurrent('takes slow answers, a used up limit and a head that moves in the middle of a read', async () => {
  const { github, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [{ on: 'push', round: 2, do: isQuiet }]),
  )
  const reset = String(Math.floor(Date.now() / 1000) + 3000)
  const headers = { ...limits.primary.headers, 'x-ratelimit-reset': reset }
  github.inject(
    { on: 'Checks', delay: 1500 },
    { on: 'Reviews', ...limits.primary, headers },
    { on: 'Comments', ...limits.graphqlPrimary, headers },
    { on: 'ThreadsWhole', meanwhile: () => void github.as('maria', pullRequest).push({ 'other.js': '1\n' }) },
  )
  const { code, stderr, stdout } = await watch(...rabbit, '--mode', 'analyze')
  expect(code, stderr).toBe(0)
  expect(stderr).toMatch(/It could not be read \(1\//)
  expect(stderr).toMatch(/It could not be read \(2\/.* API rate limit exceeded/)
  expect(stderr).not.toContain('The head moved')
  expect(JSON.parse(stdout)).toMatchObject({ end: 'success', head: pullRequest.head.sha })
  await github.end()
})

it.concurrent.each([
  ['here', () => {}],
  ['only there', (maria: Voice) => void maria.push({ 'other.js': '1\n' })],
])('finds the file that a reviewer names by a hash, where the newest commit is %s', async (_where, happens) => {
  const { github, pullRequest, watch } = await watchedPullRequest(() => {})
  happens(github.as('maria', pullRequest))
  const anchor = `#diff-${createHash('sha256').update('calc.js').digest('hex')}R2-R3`
  github
    .as('qodo-code-review[bot]', pullRequest)
    .comment(
      `## PR Reviewer Guide 🔍\n\n<table><tr><td><strong>Recommended focus areas for review</strong>\n\n<details><summary><a href='${anchor}'><strong>Wrong sign in add</strong></a>\n\nIt subtracts, which is a bug.\n</summary></details></td></tr></table>\n`,
    )
  const { code, stderr, result } = await watch('--wait-for', 'qodo', '--mode', 'analyze')
  expect(code, stderr).toBe(1)
  expect(result).toMatchObject({ items: [{ file: 'calc.js', line: 3, title: 'Wrong sign in add' }] })
  await github.end()
})

it.concurrent('lists 300 threads', async () => {
  const places = Array.from({ length: 300 }, (_, index) => index + 1)
  const { github, watch } = await watchedPullRequest(
    (world) =>
      world.play('coderabbitai[bot]', [
        {
          on: 'push',
          do: (bot) =>
            bot.review({
              body: '**Actionable comments posted: 300**',
              comments: places.map((line) => ({
                path: 'many.js',
                line,
                body: `_⚠️ Potential issue_ | _🔴 Critical_\n\n**Number ${line} is wrong.**\n\nIt crashes for ${line * 7919}.`,
              })),
            }),
        },
      ]),
    { files: { 'many.js': places.map((line) => `export const n${line} = ${line}\n`).join('') } },
  )
  const { code, stderr, stdout } = await watch(...rabbit, '--mode', 'analyze')
  expect(code, stderr).toBe(1)
  expect(JSON.parse(stdout).items).toHaveLength(300)
  await github.end()
})

it.concurrent('asks Copilot by a request, once for each commit, and says who cannot be asked', async () => {
  const { github, watch } = await watchedPullRequest((world) => {
    const clean = {
      body: '## Pull request overview\n\nCopilot reviewed 1 out of 1 changed files and generated no comments.',
    }
    const open = { body: '## Pull request overview\n\nCopilot generated 1 comment.', comments: [raise('add', 2)] }
    world.play('copilot-pull-request-reviewer[bot]', [
      { on: 'request', round: 1, after: 20, do: (bot) => void bot.review(open) },
      { on: 'request', round: 2, after: 20, do: (bot) => void bot.review(clean) },
    ])
  })
  const words = ['--wait-for', 'copilot', '--fixer', signFixer().word]
  const { code, stderr } = await watch(...words, '--trigger', 'copilot')
  expect(code, stderr).toBe(0)
  expect(github.log.filter(({ operation }) => operation === 'pulls/request-reviewers')).toHaveLength(2)
  const mute = await watch(...words, '--trigger', 'openai-workflow')
  expect(mute.code, mute.stderr).toBe(2)
  expect(mute.stderr).toContain('openai-workflow cannot be asked for a review')
  await github.end()
})

it.concurrent('is woken by a webhook, long before the next look', async () => {
  const { github, clone, pullRequest, start } = await watchedPullRequest(() => {})
  const ended = endOf(start('7', ...rabbit, '--interval', '30m', '--mode', 'analyze'))
  await until(() => github.log.some(({ name }) => name === 'Checks'))
  isQuiet(github.as('coderabbitai[bot]', pullRequest))
  writeWake(wakeFile(clone.path, 'octo/project', 7), 'look\n')
  const { code, stderr } = await ended
  expect(code, stderr).toBe(0)
  expect(stderr).not.toContain('Review check 2/')
  await github.end()
})

it.concurrent('asks and waits for nobody who is in a limit also for the next commit', async () => {
  const limited =
    '<!-- This is an auto-generated comment: rate limited by coderabbit.ai -->\n\n> ## Rate limit exceeded\n>\n> Please wait **40 minutes** before requesting another review.'
  const { github, pullRequest, watch } = await watchedPullRequest(
    (world) => {
      world.play('coderabbitai[bot]', [{ on: 'push', round: 1, do: (bot) => bot.comment(limited) }])
      world.play('maria', [
        { on: 'push', round: 1, do: (maria) => maria.review({ comments: [ordered(raise('add', 2))] }) },
      ])
      // An account like that of a person, which the configuration names.
      world.play('house', [{ on: 'push', do: (account) => account.comment('house is happy') }])
    },
    { base: ownBot },
  )
  const words = ['--wait-for', 'house,coderabbit', '--trigger', 'coderabbit', '--quorum', '1']
  const { code, stderr } = await watch(...words, '--fixer', signFixer().word)
  expect(code, stderr).toBe(0)
  expect(stderr).toContain('Pushed')
  expect(stderr).toMatch(/CodeRabbit: rate limited until \d\d:\d\d UTC \(Rate limit exceeded\)/)
  expect(pullRequest.comments.filter(({ body }) => body.startsWith('@coderabbitai'))).toEqual([])
  await github.end()
})

it.concurrent.each([
  [
    'whether a person has a say',
    'repos/get-collaborator-permission-level',
    'whether maria may write here is not known',
  ],
  ['who reviews here', 'Recent', 'who reviews here usually is not known'],
])('waits as long as it is not known %s', async (_what, on, reason) => {
  const { github, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [{ on: 'push', do: isQuiet }]),
  )
  github.as('maria', pullRequest).comment('Please rename more to increment: the name says nothing.')
  github.inject({ on, status: 422, times: 2, body: { message: 'Try another time' } })
  const { code, stderr } = await watch('--mode', 'analyze', '--attempts', '3')
  expect(stderr).toMatch(new RegExp(`It could not be read \\(2/\\d+\\): ${reason}`))
  expect(code, stderr).toBe(1)
  await github.end()
})

it.concurrent.each([
  ['a token that is not accepted is told', 401, 2, 'does not accept the token (401)'],
  ['a GitHub that is down is nobody’s mistake', 503, 3, 'cannot be read now'],
])('%s at once', async (_what, status, exitCode, words) => {
  const { github, watch } = await watchedPullRequest(() => {})
  github.inject({ on: 'pulls/get', status, body: { message: 'No' }, times: status === 401 ? 1 : 3 })
  const { code, stderr } = await watch('--fixer', signFixer().word)
  expect(code, stderr).toBe(exitCode)
  expect(stderr).toContain(words)
  await github.end()
})

it.concurrent('stops at once when the token is not accepted any more, and goes on with another one', async () => {
  const { github, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [{ on: 'push', after: 40, do: isQuiet }]),
  )
  github.inject({ on: 'Reviews', skip: 3, status: 401, body: { message: 'Bad credentials' } })
  github.as('octocat', pullRequest).describe({ isDraft: true })
  const { code, stderr, result } = await watch(...rabbit, '--fixer', signFixer().word)
  expect(code, stderr).toBe(3)
  expect(result.reason).toContain('does not accept the token (401)')
  expect(stderr.match(/It is a draft/g)).toHaveLength(1)
  const again = await watch('--resume')
  expect(again.code, again.stderr).toBe(0)
  await github.end()
})

it.concurrent('a reviewer that leaves a draft out is named at once, with what helps', async () => {
  const { github, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [
      { on: 'push', do: (bot) => bot.comment('> [!IMPORTANT]\n> ## Review skipped\n>\n> Draft detected.') },
    ]),
  )
  github.as('octocat', pullRequest).describe({ isDraft: true })
  const { code, stderr, result } = await watch(...rabbit, '--mode', 'analyze', '--max-time', '4s')
  expect(code, stderr).toBe(4)
  expect(stderr.match(/CodeRabbit leaves this out: "Review skipped: Draft detected." Mark it as ready/g)).toHaveLength(
    1,
  )
  expect(stderr).toContain('(--trigger coderabbit)')
  expect(result).toMatchObject({ reviewers: [{ status: 'waiting', skips: 'Review skipped: Draft detected.' }] })
  await github.end()
})

it.concurrent('stops when the budget is used up', async () => {
  const { github, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [{ on: 'push', do: (bot) => finds(bot, raise('add', 2)) }]),
  )
  const { code, stderr, result } = await watch(...rabbit, '--fixer', signFixer().word, '--max-time', '1s')
  expect(code, stderr).toBe(4)
  expect(result).toMatchObject({ reason: 'The budget is used up.', question: { reason: 'budget' } })
  await github.end()
})

it.concurrent.each(['fix', 'analyze'])('stops waiting when the budget is used up, in mode %s', async (mode) => {
  const { github, watch } = await watchedPullRequest(() => {})
  const { code, stderr, result, stdout } = await watch(
    ...rabbit,
    ...['--mode', mode, '--fixer', signFixer().word, '--interval', '60s', '--max-time', '6s'],
  )
  expect(code, stderr).toBe(4)
  expect(stderr).toContain('No reviews yet')
  if (mode === 'fix') expect(result.question?.text).toContain('There is no review from CodeRabbit.')
  else expect(JSON.parse(stdout)).toMatchObject({ end: 'budget', reviewers: [{ id: 'coderabbit', status: 'waiting' }] })
  await github.end()
})

it.concurrent('is killed while the fixer works, and goes on; what else is not committed stays a reason to refuse', async () => {
  const begun = join(temporaryFolder(), 'begun')
  const slow = scriptedAgent(`
import { readFileSync } from 'node:fs'
writeFileSync('calc.js', readFileSync('calc.js', 'utf8').replace('a - b', 'a + b'))
if (once('slow')) {
  writeFileSync(${JSON.stringify(begun)}, '')
  await new Promise((resolve) => setTimeout(resolve, 3000))
}
answer({ summary: 'Mended.', addressed: ids.map((id) => ({ id, how: 'plus' })), unable: [], files: ['calc.js'] })`)
  const { github, clone, pullRequest, start, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [
      { on: 'push', round: 1, do: (bot) => finds(bot, raise('add', 2)) },
      { on: 'push', round: 2, do: isQuiet },
    ]),
  )
  const child = start('7', ...rabbit, '--interval', '1s', '--fixer', slow.word)
  const ended = endOf(child)
  await until(() => existsSync(begun))
  child.kill('SIGKILL')
  await ended
  expect(clone.git('status', '--porcelain')).toContain('calc.js')
  const { code, stderr } = await watch('--resume')
  expect(code, stderr).toBe(0)
  expect(pullRequest.threads.map(({ comments, isResolved }) => [comments.length, isResolved])).toEqual([[2, true]])
  clone.write({ 'calc.js': 'x\n' })
  const again = await watch('--resume')
  expect(again.code, again.stderr).toBe(2)
  expect(again.stderr).toContain('git stash')
  await github.end()
})

it.concurrent('is interrupted while it waits, and goes on later as if nothing had been', async () => {
  const { github, pullRequest, start, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [{ on: 'push', round: 2, do: isQuiet }]),
  )
  const child = start('7', ...rabbit, '--interval', '30s', '--fixer', signFixer().word, '--trigger', 'coderabbit')
  const ended = endOf(child)
  await until(() => github.log.some(({ name }) => name === 'Comment'))
  child.kill('SIGINT')
  const stopped = await ended
  expect(stopped.code).toBe(130)
  expect(stopped.stdout).toMatch(
    /Next {7}Go on: review-loop watch --resume \w+\nOutcome {4}Interrupted after 0 rounds: It was interrupted\.\n$/,
  )
  // Asked for a review once, however often it is looked.
  github
    .as('coderabbitai[bot]', pullRequest)
    .review({ body: '**Actionable comments posted: 1**', comments: [raise('add', 2)] })
  const { code, stderr } = await watch('--resume')
  expect(code, stderr).toBe(0)
  expect(pullRequest.comments.map(({ body }) => body.split('\n')[0])).toEqual(['@coderabbitai review'])
  await github.end()
})
