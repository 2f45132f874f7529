import { expect, it } from 'vitest'
import { choosePullRequest, type PullRequest } from './pull-request.ts'

const at = (number: number, sha: string): PullRequest => ({
  number,
  title: '',
  body: '',
  base: { ref: 'main', sha: 'base' },
  head: { ref: 'topic', sha },
})

it.each([
  ['none', [], undefined],
  ['the only one, wherever it ends', [at(1, 'other')], 1],
  ['the one that ends here', [at(1, 'here'), at(2, 'other')], 1],
  ['the newest of those that end here', [at(1, 'here'), at(3, 'here'), at(2, 'here'), at(4, 'other')], 3],
])('takes %s', (_, open, number) => {
  expect(choosePullRequest(open, 'here')?.number).toBe(number)
})
