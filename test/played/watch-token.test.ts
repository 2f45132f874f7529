import { expect, it } from 'vitest'
import type { NewToken } from '../kit/github-server/state/tokens.ts'
import { endOf, startProgram } from '../support/program.ts'
import { finds, rabbit, raise, signFixer, watchedPullRequest } from '../support/watched.ts'

// A token that may read and not write: nobody is paid for a fix that could not be told.

async function watchWith(token: Omit<NewToken, 'login'>, after: number) {
  const { github, clone, pullRequest } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [{ on: 'push', after, do: (bot) => finds(bot, raise('add', 2)) }]),
  )
  const fixer = signFixer()
  const env = { ...github.variables, CI: undefined, GITHUB_TOKEN: github.addToken({ login: 'octocat', ...token }) }
  const args = ['watch', '7', '--interval', '1s', '--restarts', '1', ...rabbit, '--fixer', fixer.word]
  const { code, stderr, stdout } = await endOf(startProgram(clone.path, args, { env }))
  await github.end()
  const posted = pullRequest.threads.flatMap(({ comments }) => comments).length - pullRequest.threads.length
  return { code, stderr, stdout: stdout.replace(/\s+/g, ' '), calls: fixer.calls().length, posted }
}

it.concurrent.each([
  ['that may not answer a thread', { access: 'read' }, 0, 'may not answer a thread there'],
  [
    'without the scope for it',
    { access: 'read', classicScopes: 'gist, read:org' },
    1000,
    'has the scopes gist, read:org',
  ],
] as const)('one %s is told before anything begins', async (_, token, after, words) => {
  const { code, stderr, calls } = await watchWith(token, after)
  expect(code, stderr).toBe(2)
  expect(stderr).toContain(words)
  expect(stderr).toContain('watch 7 --mode analyze only looks')
  expect(calls).toBe(0)
})

it.concurrent('one that turns out to be so with the first thread is told before it is fixed', async () => {
  const { code, stderr, stdout, calls, posted } = await watchWith({ access: 'read' }, 20)
  expect(code, stderr).toBe(3)
  expect(stdout).toContain('nothing can be answered on pull request #7')
  expect({ calls, posted }).toEqual({ calls: 0, posted: 0 })
})

it.concurrent('one of which nothing is known is tried, also that of an app', async () => {
  const access = { pull_requests: 'write', contents: 'read', checks: 'read', statuses: 'read' } as const
  const { stderr, calls, posted } = await watchWith({ kind: 'app', access }, 0)
  expect({ calls, posted }, stderr).toEqual({ calls: 1, posted: 1 })
})
