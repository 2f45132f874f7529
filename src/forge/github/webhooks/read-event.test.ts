import { describe, expect, it } from 'vitest'
import { readWebhook } from './read-event.ts'

const repository = { id: 5, name: 'project', full_name: 'octo/project', owner: { login: 'octo' }, private: false }
const common = { action: 'completed', repository, sender: { login: 'maria' } }
const pullRequest = { number: 7, title: 'Fix it', draft: false }
const named = (number: number, base = 5) => ({
  id: 1,
  number,
  base: { ref: 'main', repo: { id: base, name: 'project' } },
})

const read = (event: string, payload: unknown) => readWebhook(event, JSON.stringify(payload))
const wake = (number: number, reason: string) => ({ repository: 'octo/project', number, reason })

describe('wakes for', () => {
  it.each([
    ['pull_request', { pull_request: pullRequest, number: 7 }, [7]],
    ['pull_request_review', { pull_request: pullRequest, review: { id: 1, state: 'commented' } }, [7]],
    ['pull_request_review_comment', { pull_request: pullRequest, comment: { id: 1 } }, [7]],
    ['pull_request_review_thread', { pull_request: pullRequest, thread: { node_id: 'T', comments: [] } }, [7]],
    ['issue_comment', { issue: { number: 7, pull_request: { url: 'x' } }, comment: { id: 1 } }, [7]],
    ['check_run', { check_run: { id: 1, pull_requests: [named(7), named(8)] } }, [7, 8]],
    ['check_suite', { check_suite: { id: 1, pull_requests: [named(7), named(7)] } }, [7]],
    ['workflow_run', { workflow_run: { id: 1, pull_requests: [null, named(7)] }, workflow: null }, [7]],
    ['check_run', { check_run: { id: 1, pull_requests: [named(7), named(3, 6)] } }, [7]],
  ])('%s: %j', (event, payload, numbers) => {
    const wakes = numbers.map((number) => wake(number, `${event} completed`))
    expect(read(event, { ...common, ...payload })).toEqual({ kind: 'wakes', wakes })
  })
})

describe('looks at nothing for', () => {
  it.each([
    ['ping', { zen: 'Keep it logically awesome.', hook_id: 1 }, 'ping'],
    ['push', { ref: 'refs/heads/main' }, 'push is not listened to'],
    ['constructor', {}, 'constructor is not listened to'],
    ['issue_comment', { ...common, issue: { number: 7 } }, 'this issue_comment names no pull request'],
    ['check_run', { ...common, check_run: { pull_requests: [] } }, 'this check_run names no pull request'],
    [
      'workflow_run',
      { ...common, workflow_run: { pull_requests: [named(3, 6)] } },
      'this workflow_run names no pull request',
    ],
  ])('%s', (event, payload, why) => {
    expect(read(event, payload)).toEqual({ kind: 'nothing', why })
  })
})

describe('does not guess what is meant by', () => {
  it.each([
    ['no JSON', '{', /^all of it: is not JSON$/],
    ['a number that is a text', { ...common, pull_request: { number: '7' } }, /^pull_request\.number: /],
    ['no number', { ...common, pull_request: {} }, /^pull_request\.number: /],
    [
      'a name that is a path',
      { ...common, repository: { ...repository, name: '../x' }, pull_request: pullRequest },
      /^repository\.name: is no name/,
    ],
    ...[0, -7, 1.5, 2 ** 31, 1e308].map((number): [string, object, RegExp] => [
      `the number ${number}`,
      { ...common, pull_request: { number } },
      /^pull_request\.number: /,
    ]),
    ...['.', '..', 'x.git', 'a/b', 'a b', 'ä', ''].map((name): [string, object, RegExp] => [
      `a repository called ${JSON.stringify(name)}`,
      { ...common, repository: { ...repository, name }, pull_request: pullRequest },
      /^repository\.name: is no name/,
    ]),
    ...['.', '..', '-octo', 'octo.io', 'a b', 'o'.repeat(40), ''].map((login): [string, object, RegExp] => [
      `an owner called ${JSON.stringify(login)}`,
      { ...common, repository: { ...repository, owner: { login } }, pull_request: pullRequest },
      /^repository\.owner\.login: is no name/,
    ]),
    ...[0, -5, 1.5, 1e308].map((id): [string, object, RegExp] => [
      `a repository with the id ${id}`,
      { ...common, repository: { ...repository, id }, pull_request: pullRequest },
      /^repository\.id: /,
    ]),
    ['no repository', { action: 'opened', pull_request: pullRequest }, /^repository: /],
    ['an action of several lines', { ...common, action: 'a\nb', pull_request: pullRequest }, /^action: is no action/],
  ])('%s', (_, payload, problem) => {
    const json = typeof payload === 'string' ? payload : JSON.stringify(payload)
    expect(readWebhook('pull_request', json)).toEqual({ kind: 'unreadable', problem: expect.stringMatching(problem) })
  })
})
