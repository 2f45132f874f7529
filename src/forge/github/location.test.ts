import { expect, it } from 'vitest'
import { locateRepository } from './location.ts'

const octo = { owner: 'octo', name: 'my.project' }

it.each([
  ['https://github.com/octo/my.project.git', octo],
  ['https://github.com/octo/my.project', octo],
  ['https://someone@github.com/octo/my.project/', octo],
  ['git@github.com:octo/my.project.git', octo],
  ['github.com:octo/my.project', octo],
  ['ssh://git@GitHub.com:22/octo/my.project.git', octo],
  ['https://gitlab.com/octo/my.project.git', undefined],
  ['https://github.com.evil.example/octo/my.project.git', undefined],
  ['/srv/git/octo/my.project.git', undefined],
  ['https://github.com/octo', undefined],
  [null, undefined],
])('reads the remote %s', (remote, expected) => {
  expect(locateRepository({ repository: null, apiUrl: null }, remote)).toEqual(expected)
})

it('believes CI before the remote, and another server only when its interface is named', () => {
  const remote = 'git@git.example:octo/my.project.git'
  expect(locateRepository({ repository: 'a/b', apiUrl: null }, remote)).toEqual({ owner: 'a', name: 'b' })
  expect(locateRepository({ repository: null, apiUrl: 'https://git.example/api/v3' }, remote)).toEqual(octo)
  expect(locateRepository({ repository: 'nonsense', apiUrl: null }, remote)).toBeUndefined()
})
