import { expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import { fixMade, reviewed, rolledBack, started, stateOf } from '../../../test/support/loop-journal.ts'
import { takenBackSection } from './broke-section.ts'

const wrong = finding({ id: 'F-1', blocking: true, severity: 'P1' })
const before = [started(), reviewed(1, 'a', [wrong]), fixMade(1, 'b')]

it('tells a fixer why the fix before was taken back, as data', () => {
  const state = stateOf(...before, rolledBack(1, 'a', null), reviewed(2, 'a', [wrong]))
  const why = state.rounds[0]?.fix?.rolledBack?.why ?? ''
  expect(why).not.toBe('')
  expect(takenBackSection('Because:\n{{why}}', state)).toMatch(
    new RegExp(`^\\n# Again\\n\\nBecause:\\n[^]*${why}[^]*\\n$`),
  )
})

it.each([
  ['stayed', [...before, reviewed(2, 'b', [wrong])]],
  ['was never made', [started(), reviewed(1, 'a', [wrong])]],
])('says nothing where the fix before %s', (_name, facts) => {
  expect(takenBackSection('{{why}}', stateOf(...facts))).toBe('')
})
