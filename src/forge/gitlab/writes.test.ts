import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bareWith, type Remote } from '../../../test/kit/github-server/remote.ts'
import { type GitlabServer, startGitlabServer } from '../../../test/kit/gitlab-server/server.ts'
import { markOf } from '../../core/watch/mark.ts'
import type { Answer, CommitReport, Write } from '../forge.ts'
import { openGitlab } from './gitlab.ts'

let gitlab: GitlabServer
let remote: Remote

const before = Array.from({ length: 9 }, (_, index) => `line ${index + 1}`)
const text = (lines: readonly string[]) => `${lines.join('\n')}\n`

beforeEach(async () => {
  remote = bareWith({ 'a.ts': text(before) })
  gitlab = await startGitlabServer({ git: remote.bare, members: { maria: 30, zoe: 20 } })
})

afterEach(() => gitlab.end())

function forge(token = gitlab.token) {
  const repository = { owner: 'group/sub', name: 'project' }
  return openGitlab(repository, { token, apiUrl: gitlab.url }, new AbortController().signal)
}

/** Line 5 is new, line 6 was changed, the rest is as it was. */
function opened() {
  remote.clone.git('switch', '-q', '-c', 'topic')
  remote.clone.commit('Count', { 'a.ts': text([...before.slice(0, 4), 'new', 'changed', ...before.slice(5)]) })
  remote.clone.git('push', '-q', 'origin', 'topic')
  return gitlab.open({ iid: 7, source: 'topic', author: 'maria' })
}

const head = () => remote.clone.git('rev-parse', 'HEAD').trim()

async function given<T>(answer: Promise<Answer<T> | Write<T>>): Promise<T> {
  const result = await answer
  return 'value' in result ? result.value : expect.fail(result.problem)
}

const mark = markOf('fixed', 'x 1')
const marked = { body: `Fixed.\n\n${mark}`, mark }
const markBelow = markOf('answers', 'y 1')
const below = { body: `All of it.\n\n${markBelow}`, mark: markBelow }
const bodies = (mergeRequest: ReturnType<typeof opened>) =>
  mergeRequest.discussions.flatMap(({ notes }) => notes.map(({ body }) => body))

describe('writes', () => {
  it.each([
    ['a bad gateway before', { status: 502 }],
    ['a bad gateway after it was done', { status: 502, after: true }],
    ['an answer that never comes after it was done', { drop: true, after: true }],
    ['a short limit', { status: 429, headers: { 'retry-after': '0' } }],
  ])('are there once in spite of %s', async (_, fault) => {
    const mergeRequest = opened()
    const { id } = gitlab.as('maria', mergeRequest).remark(5, 'Why?')
    gitlab.inject({ on: 'mr/reply', ...fault }, { on: 'mr/comment', ...fault }, { on: 'mr/resolve', ...fault })
    const { url } = await given(forge().reply(`7/${id}`, marked))
    expect(url).toMatch(/merge_requests\/7#note_\d+$/)
    await given(forge().comment({ id: '7', number: 7 }, below))
    expect(bodies(mergeRequest)).toEqual(['Why?', marked.body, below.body])
    expect(await given(forge().resolve(`7/${id}`))).toEqual({ id: `7/${id}` })
    expect(mergeRequest.discussions[0]?.notes[0]?.isResolved).toBe(true)
  })

  it('say what nobody can know', async () => {
    const mergeRequest = opened()
    gitlab.inject({ on: 'mr/comment', drop: true, after: true }, { on: 'mr/notes', status: 500, times: 3 })
    expect(await forge().comment({ id: '7', number: 7 }, marked)).toEqual({
      problem: expect.stringMatching(/cannot be reached/),
      refusal: 'unknown',
    })
    expect(bodies(mergeRequest)).toEqual([marked.body])
  })

  it('believe no mark of somebody else', async () => {
    const mergeRequest = opened()
    gitlab.as('zoe', mergeRequest).note(marked.body)
    gitlab.inject({ on: 'mr/comment', status: 502 })
    await given(forge().comment({ id: '7', number: 7 }, marked))
    expect(bodies(mergeRequest)).toHaveLength(2)
  })

  it('are refused to who may only read, and to a limit that lasts', async () => {
    const mergeRequest = opened()
    const { id } = gitlab.as('maria', mergeRequest).remark(5, 'Why?')
    gitlab.world.tokens.set('of-zoe', gitlab.world.users.find(({ username }) => username === 'zoe')!)
    expect(await forge('of-zoe').resolve(`7/${id}`)).toMatchObject({ refusal: 'forbidden' })
    gitlab.inject({ on: 'mr/reply', status: 429, headers: { 'retry-after': '600' } })
    expect(await forge().reply(`7/${id}`, marked)).toMatchObject({ refusal: 'limited' })
  })

  it('ask somebody for a review, and keep whom others asked', async () => {
    const mergeRequest = opened()
    const names = () => mergeRequest.reviewers.map(({ user }) => user.username)
    await given(forge().requestReview(7, 'maria'))
    await given(forge().requestReview(7, 'zoe'))
    await given(forge().requestReview(7, 'zoe'))
    expect(names()).toEqual(['maria', 'zoe'])
    expect(await forge().requestReview(7, 'nobody')).toMatchObject({ refusal: 'rejected' })
  })

  it('say that nobody was asked where GitLab keeps one reviewer only, and says nothing about it', async () => {
    const mergeRequest = opened()
    gitlab.world.mostReviewers = 1
    await given(forge().requestReview(7, 'maria'))
    expect(await forge().requestReview(7, 'zoe')).toEqual({
      problem: expect.stringMatching(/does not take zoe as a reviewer/),
      refusal: 'rejected',
    })
    expect(mergeRequest.reviewers.map(({ user }) => user.username)).toEqual(['maria'])
  })
})

const suggestion = '```suggestion\nbetter\n```'
const remark = (line: number, endLine: number, body = `${line} to ${endLine}.`) => ({
  path: 'a.ts',
  line,
  endLine,
  body,
})
const review = (...remarks: readonly ReturnType<typeof remark>[]) => ({
  commit: head(),
  textFor: () => marked,
  remarks,
})

describe('a review', () => {
  it('stands on new lines, on old ones and on several, and is read back as it was written', async () => {
    opened()
    await given(
      forge().review(7, review(remark(5, 5), remark(8, 8), remark(4, 6, suggestion), remark(6, 6, suggestion))),
    )
    const { threads, head: at } = await given(forge().readOwnWords(7))
    expect(at).toBe(head())
    expect(threads.map(({ line, endLine, opening }) => [line, endLine, opening.body])).toEqual([
      [5, 5, '5 to 5.'],
      [8, 8, '8 to 8.'],
      [4, 6, suggestion],
      [6, 6, suggestion],
    ])
    const written = gitlab.world.mergeRequests[0]?.discussions.map(({ notes }) => notes[0]?.body.split('\n')[0])
    expect(written).toEqual(['5 to 5.', '8 to 8.', '```suggestion:-2+0', '```suggestion:-0+0'])
    expect(await given(forge().readShownFiles(7))).toEqual([
      { path: 'a.ts', hunks: [{ oldStart: 2, oldCount: 7, newStart: 2, newCount: 8 }] },
    ])
  })

  it('is edited with what it replaces', async () => {
    const mergeRequest = opened()
    await given(forge().review(7, review(remark(4, 6))))
    const { threads } = await given(forge().readOwnWords(7))
    await given(forge().editRemark(threads[0]?.opening.id ?? '', suggestion))
    expect(bodies(mergeRequest)).toEqual(['```suggestion:-2+0\nbetter\n```'])
  })

  it.each([
    ['before', {}],
    ['after', { after: true }],
  ])('goes on where a remark failed %s it was written', async (_, when) => {
    const mergeRequest = opened()
    gitlab.inject({ on: 'mr/discuss', skip: 1, status: 502, ...when })
    await given(forge().review(7, review(remark(5, 5), remark(6, 6), remark(7, 7))))
    expect(bodies(mergeRequest)).toEqual(['5 to 5.', '6 to 6.', '7 to 7.'])
  })

  it('says which remark GitLab does not take, and writes the others', async () => {
    const mergeRequest = opened()
    const refused = { message: '400 Bad request - Note {:line_code=>["can\'t be blank"]}' }
    gitlab.inject({ on: 'mr/discuss', skip: 1, status: 400, body: refused })
    expect(await forge().review(7, review(remark(5, 5), remark(6, 6), remark(7, 7)))).toEqual({
      value: {
        refused: [
          {
            remark: remark(6, 6),
            problem: expect.stringMatching(/ failed \(400\): 400 Bad request - Note .*line_code/),
          },
        ],
      },
    })
    expect(bodies(mergeRequest)).toEqual(['5 to 5.', '7 to 7.'])
  })

  it('is refused where lines are not shown, or the head has moved on', async () => {
    opened()
    expect(await forge().review(7, review(remark(1, 1)))).toEqual({
      value: { refused: [{ remark: remark(1, 1), problem: 'These lines are not shown in the diff.' }] },
    })
    const other = { ...review(remark(5, 5)), commit: 'f'.repeat(40) }
    expect(await forge().review(7, other)).toMatchObject({ refusal: 'rejected' })
  })
})

describe('a report', () => {
  const report = (): CommitReport => ({
    ...{ commit: head(), name: 'review-loop', key: 'k', passed: false, title: 'Needs Attention', summary: 'Long.' },
    notes: [],
  })

  it('is a status of the commit, said once, and again when it says something else', async () => {
    opened()
    const first = await given(forge().report(report()))
    expect(first).toMatchObject({ showsNotes: false })
    expect(await given(forge().report(report()))).toEqual(first)
    gitlab.inject({ on: 'commit/report', drop: true, after: true })
    await given(forge().report({ ...report(), passed: true, title: 'Approved' }))
    expect(gitlab.world.statuses.map(({ status, description }) => [status, description])).toEqual([
      ['failed', 'Needs Attention (0 on lines)'],
      ['success', 'Approved (0 on lines)'],
    ])
  })

  it('is said again when another was said in between', async () => {
    opened()
    for (const passed of [true, false, true]) await given(forge().report({ ...report(), passed }))
    expect(gitlab.world.statuses.map(({ status }) => status)).toEqual(['success', 'failed', 'success'])
  })

  it('waits while another is being written', async () => {
    opened()
    gitlab.inject({
      on: 'commit/report',
      status: 409,
      body: { message: '409 Conflict: another update is in progress' },
    })
    expect(await forge().report(report())).toMatchObject({ refusal: 'limited' })
  })

  it('has no place on a commit that is in a fork alone', async () => {
    opened().sourceProject = 77
    expect(await forge().report(report())).toEqual({
      problem: expect.stringMatching(/on no branch of this project/),
      refusal: 'rejected',
    })
  })

  it('has no place for a file of an analyser', async () => {
    expect(await forge().uploadAnalysis(7, { commit: 'f'.repeat(40), sarif: '{}' })).toMatchObject({
      refusal: 'rejected',
    })
  })
})
