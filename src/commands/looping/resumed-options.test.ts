import { expect, it } from 'vitest'
import { mask } from '../../io/masking.ts'
import { runnableCommands } from './resumed-options.ts'

const token = ['AKI', 'AQ3EGRVUDX5YJ7ZKN'].join('')
const secret = `deploy --dry-run ${token}`
const session = 'd9428888-122b-41e1-b85c-61cd3cbb3210'

it('runs a command that holds a secret as it is said again', () => {
  expect(runnableCommands(['npm test', mask(secret)], [secret], session)).toEqual(['npm test', secret])
})

it('does not run half of a command', () => {
  expect(() => runnableCommands([mask(secret)], ['npm test'], session)).toThrow(/session d9428888 holds a secret/)
})
