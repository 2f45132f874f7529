import { expect, it } from 'vitest'
import { numberInRef, readEvent } from './ci-event.ts'

const sha = (digit: string) => digit.repeat(40)
const pullRequest = {
  number: 7,
  title: 'Fix it',
  body: 'Because.',
  base: { ref: 'main', sha: sha('a') },
  head: { ref: 'topic', sha: sha('b') },
}

it.each([
  ['a pull request', { pull_request: { ...pullRequest, id: 1 } }, { kind: 'pull_request', pullRequest }],
  [
    'a pull request without a description',
    { pull_request: { ...pullRequest, body: null } },
    { kind: 'pull_request', pullRequest: { ...pullRequest, body: '' } },
  ],
  ['a comment on a pull request', { issue: { number: 7, pull_request: {} } }, { kind: 'number', number: 7 }],
  ['a comment on an issue', { issue: { number: 7 } }, { kind: 'other' }],
  [
    'the end of another run',
    {
      workflow_run: {
        head_sha: sha('b'),
        head_branch: 'topic',
        head_repository: { owner: { login: 'maria' }, full_name: 'maria/fork' },
      },
    },
    { kind: 'run', run: { head: sha('b'), owner: 'maria', repository: 'maria/fork', branch: 'topic' } },
  ],
  [
    'the end of a run whose fork is gone',
    { workflow_run: { head_sha: sha('b'), head_branch: null, head_repository: null } },
    { kind: 'run', run: { head: sha('b'), owner: null, repository: null, branch: null } },
  ],
  ['a push', { ref: 'refs/heads/main', commits: [] }, { kind: 'other' }],
  [
    'something that is no commit',
    { pull_request: { ...pullRequest, head: { ref: 'topic', sha: '--output=x' } } },
    { kind: 'unreadable', problem: 'pull_request.head.sha: is no commit' },
  ],
])('reads %s', (_, payload, event) => {
  expect(readEvent(JSON.stringify(payload))).toEqual(event)
})

it.each([
  ['', 'all of it: is not JSON'],
  ['{', 'all of it: is not JSON'],
  ['7', 'all of it: expected Object, found 7'],
  ['null', 'all of it: expected Object, found null'],
])('says that %j is no payload', (text, problem) => {
  expect(readEvent(text)).toEqual({ kind: 'unreadable', problem })
})

it.each([
  ['refs/pull/7/merge', 7],
  ['refs/pull/12/head', 12],
  ['refs/merge-requests/12/head', 12],
  ['refs/merge-requests/12/train', undefined],
  ['refs/heads/refs/pull/7/merge', undefined],
  ['refs/pull/0/merge', undefined],
  ['refs/heads/main', undefined],
  [null, undefined],
])('finds the number in %j', (ref, number) => {
  expect(numberInRef(ref)).toBe(number)
})
