import { afterEach, beforeEach, expect, it } from 'vitest'
import type { TestRepository } from '../support/repository.ts'
import { clientOf } from './github-server/client.ts'
import { bareWith } from './github-server/remote.ts'
import { type GithubServer, startGithubServer } from './github-server/server.ts'
import type { PullRequest } from './github-server/state/entities.ts'

let clone: TestRepository
let github: GithubServer

beforeEach(async () => {
  const made = bareWith({ 'a.ts': 'one\n' })
  clone = made.clone
  clone.git('switch', '-q', '-c', 'topic')
  github = await startGithubServer({ git: made.bare, collaborators: { maria: 'write' } })
  push('one\ntwo\n')
})
afterEach(() => github.end())

function push(content: string): string {
  const sha = clone.commit('Change', { 'a.ts': content })
  clone.git('push', '-q', 'origin', 'topic')
  return sha
}

const said = ({ reviews, comments }: PullRequest) =>
  [...reviews, ...comments]
    .filter(({ body }) => body !== '')
    .sort((a, b) => a.id - b.id)
    .map(({ author, body }) => `${author?.login}: ${body}`)

it('plays a review of several rounds with two bots and a person', async () => {
  github.play('coderabbitai[bot]', [
    { on: 'push', round: 1, after: 5, do: (rabbit) => void rabbit.comment('Review in progress') },
    {
      on: 'push',
      after: 60,
      do: (rabbit, { pullRequest, round }) => {
        const [summary] = pullRequest.comments
        rabbit.edit(summary!, `Reviewed round ${round}`)
        if (round > 1) return void rabbit.review({ body: 'Actionable comments posted: 0' })
        const comments = [{ path: 'a.ts', line: 2, body: 'Two is wrong.' }]
        rabbit.review({ body: 'Actionable comments posted: 1', comments })
      },
    },
    {
      on: 'reply',
      matching: /fixed/i,
      after: 10,
      do: (rabbit, { thread }) => {
        rabbit.reply(thread!, 'Fixed, thanks.')
        rabbit.resolve(thread!)
      },
    },
  ])
  github.play('cursor[bot]', [
    { on: 'push', do: (bugbot) => void bugbot.check({ name: 'Cursor Bugbot', status: 'in_progress' }) },
    {
      on: 'push',
      after: 90,
      do: (bugbot, { pullRequest }) => {
        const [suite] = pullRequest.repository.checkSuites.slice(-1)
        bugbot.updateCheck(suite!.runs[0]!, { conclusion: 'success', output: { title: 'No issues', summary: '' } })
      },
    },
  ])
  github.play('maria', [{ on: 'push', round: 2, after: 30, do: (maria) => void maria.comment('And the tests?') }])

  const pullRequest = github.openPullRequest({ number: 7, head: 'topic', author: 'octocat' })
  github.advance(4)
  expect(said(pullRequest)).toEqual([])
  github.advance(1)
  expect(said(pullRequest)).toEqual(['coderabbitai: Review in progress'])
  const { createdAt } = pullRequest.comments[0]!
  github.advance(85)
  expect(said(pullRequest)).toEqual(['coderabbitai: Reviewed round 1', 'coderabbitai: Actionable comments posted: 1'])
  expect(pullRequest.comments[0]).toMatchObject({ createdAt, lastEditedAt: '2026-11-15T12:01:00Z' })
  expect(pullRequest.repository.checkSuites[0]?.runs).toMatchObject([{ status: 'completed', conclusion: 'success' }])

  push('one\n2\n')
  const [thread] = pullRequest.threads
  const inline = thread!.comments[0]!.id
  const route = `POST /repos/octo/project/pulls/7/comments/${inline}/replies`
  await clientOf(github).request(route, { body: 'Fixed in the last commit.' })
  expect(thread).toMatchObject({ isOutdated: true, isResolved: false })
  github.advance(10)
  expect(thread).toMatchObject({ isResolved: true, resolvedBy: { login: 'coderabbitai' } })
  github.advance(100)
  expect(thread!.comments.map(({ body }) => body)).toEqual([
    'Two is wrong.',
    'Fixed in the last commit.',
    'Fixed, thanks.',
  ])
  expect(said(pullRequest).slice(-2)).toEqual(['maria: And the tests?', 'coderabbitai: Actionable comments posted: 0'])
  expect(pullRequest.repository.checkSuites.map(({ headSha }) => headSha)).toContain(pullRequest.head.sha)
})

it('lets Copilot begin when it is asked, and end for the commit that it looked at', () => {
  const copilot = 'copilot-pull-request-reviewer[bot]'
  github.play(copilot, [
    { on: 'request', after: 30, do: (voice) => voice.note('copilot_work_started') },
    { on: 'request', after: 150, do: (voice) => void voice.review({ body: 'generated no comments' }) },
  ])
  const pullRequest = github.openPullRequest({ number: 7, head: 'topic' })
  const asked = pullRequest.head.sha
  github.as('octocat', pullRequest).requestReview(copilot)
  github.advance(60)
  expect(pullRequest.timeline.map(({ event }) => event)).toEqual(['review_requested', 'copilot_work_started'])
  expect(pullRequest.requested).toHaveLength(1)
  push('one\nthree\n')
  github.advance(100)
  expect(pullRequest.head.sha).not.toBe(asked)
  expect(pullRequest.reviews).toMatchObject([{ commit: asked, body: 'generated no comments' }])
  expect(pullRequest.requested).toEqual([])
})

it('shows in GraphQL at once what REST shows later', async () => {
  const pullRequest = github.openPullRequest({ number: 7, head: 'topic' })
  github.world.restLag = 20
  github.as('cursor[bot]', pullRequest).review({ body: 'New.' })
  const query = `query Counted { repository(owner: "octo", name: "project") { pullRequest(number: 7) { reviews(first: 1) { totalCount } } } }`
  expect(await clientOf(github).graphql(query)).toMatchObject({
    repository: { pullRequest: { reviews: { totalCount: 1 } } },
  })
  const listed = async () => (await clientOf(github).request('GET /repos/octo/project/pulls/7/reviews')).data.length
  expect(await listed()).toBe(0)
  github.advance(20)
  expect(await listed()).toBe(1)
})

it('shows what becomes of the pull request itself, and reactions to it', async () => {
  const pullRequest = github.openPullRequest({ number: 7, head: 'topic', body: 'Why.', isDraft: true })
  const greptile = github.as('greptile-apps[bot]', pullRequest)
  github.advance(60)
  greptile.describe({ body: 'Why.\n\n<!-- greptile_comment -->', isDraft: false })
  github.as('chatgpt-codex-connector[bot]', pullRequest).react(pullRequest, 'eyes')
  greptile.status({ state: 'pending', context: 'greptile' })
  const fields = `body isDraft lastEditedAt reactions(first: 1) { nodes { content user { login } } }
    commits(last: 1) { nodes { commit { statusCheckRollup { state } } } }`
  const query = `query Own { repository(owner: "octo", name: "project") { pullRequest(number: 7) { state merged ${fields} } } }`
  expect(await clientOf(github).graphql(query)).toMatchObject({
    repository: {
      pullRequest: {
        ...{ state: 'OPEN', merged: false, isDraft: false, lastEditedAt: '2026-11-15T12:01:00Z' },
        body: expect.stringContaining('greptile_comment'),
        commits: { nodes: [{ commit: { statusCheckRollup: { state: 'PENDING' } } }] },
      },
    },
  })
  github.as('maria', pullRequest).end('MERGED')
  const { data } = await clientOf(github).request('GET /repos/octo/project/pulls/7')
  expect(data).toMatchObject({ state: 'closed', merged: true, merged_at: '2026-11-15T12:01:00Z' })
  const { data: reactions } = await clientOf(github).request('GET /repos/octo/project/issues/7/reactions')
  expect(reactions).toMatchObject([{ content: 'eyes', user: { login: 'chatgpt-codex-connector[bot]', type: 'User' } }])
})

it('counts a script that cannot be as a violation', async () => {
  github.play('cursor[bot]', [
    { on: 'push', do: (bot) => void bot.review({ comments: [{ path: 'a.ts', line: 99, body: 'Nowhere.' }] }) },
  ])
  github.openPullRequest({ number: 7, head: 'topic' })
  github.advance(0)
  expect(github.violations).toEqual([expect.stringMatching(/script of cursor\[bot\].*must be part of the diff/)])
  github.world.violations.length = 0
})
