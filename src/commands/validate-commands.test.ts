import { expect, it } from 'vitest'
import { validatedElsewhere } from './validate-commands.ts'

it.each([
  ['', ['npm test'], []],
  ['packages/api/', [], []],
  [
    'packages/api/',
    ['npm test', 'npm run lint'],
    ['Validation commands run in the root of the repository, not in packages/api/: "npm test", "npm run lint".'],
  ],
])('says to who stands in %j where %j run', (prefix, commands, notices) => {
  expect(validatedElsewhere({ prefix }, commands)).toEqual(notices)
})
