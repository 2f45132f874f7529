import { expect, it } from 'vitest'
import { publicApi, readApiUrl } from './address.ts'
import { locateProject } from './location.ts'

const project = { owner: 'group/sub', name: 'my.project' }
const inFolder = 'https://git.example/gitlab/api/v4'

it.each([
  [publicApi, 'https://gitlab.com/group/sub/my.project.git', project],
  [publicApi, 'git@gitlab.com:group/sub/my.project.git', project],
  [publicApi, 'https://gitlab-ci-token:x@gitlab.com/group/sub/my.project.git', project],
  [publicApi, 'ssh://git@gitlab.com:22/octo/my.project', { owner: 'octo', name: 'my.project' }],
  [publicApi, 'https://gitlab.com.evil.example/group/my.project.git', undefined],
  [publicApi, 'https://git.example/group/my.project.git', undefined],
  [publicApi, 'https://gitlab.com/alone', undefined],
  [publicApi, 'https://gitlab.com/a/../b', undefined],
  [publicApi, null, undefined],
  [inFolder, 'https://git.example/gitlab/group/sub/my.project.git', project],
  [inFolder, 'git@git.example:group/sub/my.project.git', project],
])('on %s reads the remote %s', (apiUrl, remote, expected) => {
  expect(locateProject(null, apiUrl, remote)).toEqual(expected)
})

it('believes CI before the remote', () => {
  expect(locateProject('group/sub/my.project', publicApi, 'git@gitlab.com:a/b')).toEqual(project)
})

it.each([
  ['https://gitlab.com/api/v4/', { value: publicApi }],
  [inFolder, { value: inFolder }],
  ['http://127.0.0.1:4321/api/v4', { value: 'http://127.0.0.1:4321/api/v4' }],
  ['https://gitlab.com', { problem: 'that is where the pages are', meant: publicApi }],
  ['https://git.example/gitlab/', { problem: 'that is where the pages are', meant: inFolder }],
  ['http://git.example/api/v4', { problem: expect.stringMatching(/https alone/) }],
  ['git.example', { problem: expect.stringMatching(/does not begin with https/) }],
])('reads the address %s', (text, expected) => {
  expect(readApiUrl(text)).toEqual(expected)
})
