import { expect, it } from 'vitest'
import { createRepository } from '../../../test/support/repository.ts'
import { noCriticGates } from '../../core/change/critic-gates.ts'
import { openRepository } from '../../io/git/repository.ts'
import { aboutCut, readGuides, readRules } from './project-rules.ts'

const long = 'x'.repeat(40_001)
const guide = '.review-loop/rules/critics/sql.md'
const gates = { ...noCriticGates, moduleCritics: [{ critics: ['sql'], patterns: [] }] }

it.each([
  ['the working tree', null],
  ['a commit', 'HEAD'],
])('tells what of the rules in %s is too long to be shown whole', async (_, commit) => {
  const test = createRepository()
  test.commit('Rules', {
    'AGENTS.md': long,
    'REVIEW.md': long.slice(1),
    '.review-loop/rules/a.md': long,
    [guide]: long,
  })
  const repository = await openRepository(test.path)
  const cut: string[] = []
  const rules = await readRules(repository, commit, (path) => cut.push(path))
  const guides = await readGuides(repository, commit, gates, (path) => cut.push(path))
  expect(cut).toEqual(['AGENTS.md', '.review-loop/rules/a.md', guide])
  expect([...rules.map(({ text }) => text), ...guides.values()].map(({ length }) => length)).toEqual(
    Array.from({ length: 4 }, () => 40_000),
  )
  expect(aboutCut('AGENTS.md')).toContain('40000 characters of AGENTS.md')
})
