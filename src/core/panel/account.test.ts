import { expect, it } from 'vitest'
import { changedFile, changeOf } from '../../../test/support/change.ts'
import { type AccountInput, accountFor } from './account.ts'
import type { Assignment, PanelRole } from './plan-panel.ts'

const nobody: AccountInput = {
  panel: { assignments: [], unreviewed: [] },
  answered: [],
  shown: [],
  summarised: [],
  accepted: false,
  followup: false,
  leftOutCritics: [],
}
const lock = { summarised: ['yarn.lock (lock file, modified, +900 -0)'] }
const submodule = { panel: { assignments: [], unreviewed: [{ path: 'lib', reason: 'a submodule.' }] } }

const assigned: Assignment = { name: 'r', role: 'reviewer', tier: 'standard', pass: 1, slices: [], critics: [] }

it.each<[string, Partial<AccountInput>, string[]]>([
  ['what an answer was given for', { shown: [changedFile({ path: 'a.ts' })], answered: [assigned] }, ['a.ts']],
  ['nothing without an answer', { shown: [changeOf('a.ts', null, 'x\n')], answered: [assigned] }, []],
  ['nothing that was only named', lock, []],
  ['nothing that is accepted unseen', { ...submodule, shown: [changedFile({ path: 'lib' })], accepted: true }, []],
  ['no pictures', { shown: [changedFile({ path: 'a.png', binary: true, newBlob: 'b' })] }, []],
])('counts as seen: %s', (_, values, seen) => {
  expect([...accountFor({ ...nobody, ...values }).seen]).toEqual(seen)
})

it.each<[string, Partial<AccountInput>, string[], string[]]>([
  ['nothing to say', {}, [], []],
  [
    'a change that nobody saw',
    lock,
    [
      'Nothing of this change was shown to a reviewer: yarn.lock (lock file, modified, +900 -0); panel.show shows it, panel.unreviewed: accept accepts it.',
    ],
    ['Named to the reviewers but not shown: yarn.lock (lock file, modified, +900 -0).'],
  ],
  [
    'the same, accepted',
    { ...lock, accepted: true },
    [],
    [
      'Named to the reviewers but not shown: yarn.lock (lock file, modified, +900 -0).',
      'Nothing of this change was shown to a reviewer, which the configuration accepts: yarn.lock (lock file, modified, +900 -0).',
    ],
  ],
  [
    'the same, after a review of the rest',
    { ...lock, followup: true },
    [],
    ['Named to the reviewers but not shown: yarn.lock (lock file, modified, +900 -0).'],
  ],
  ['what is not reviewed', submodule, ['Not reviewed: lib: a submodule.'], []],
  [
    'the same, accepted',
    { ...submodule, accepted: true },
    [],
    ['Not reviewed, which the configuration accepts: lib: a submodule.'],
  ],
  [
    'a part without an answer',
    { shown: [changeOf('a.ts', null, 'x\ny\n')] },
    ['No bug hunter has answered for a.ts (lines 1-2).'],
    [],
  ],
  [
    'pictures',
    { shown: [changedFile({ path: 'a.png', binary: true, newBlob: 'b' })] },
    [],
    ['Binary, so not shown to the reviewers: a.png.'],
  ],
  [
    'critics without a place',
    { leftOutCritics: ['performance', 'security'] },
    [],
    ['Critics that this change calls for, but this review has no room for: performance, security.'],
  ],
])('%s', (_, changes, problems, notices) => {
  expect(accountFor({ ...nobody, ...changes })).toMatchObject({ problems, notices })
})

it('names all files, where a sentence names the first ten and says where the others are', () => {
  const paths = Array.from({ length: 12 }, (_, index) => `src/${index}.ts`)
  const { problems, notices, coverage } = accountFor({
    ...nobody,
    shown: paths.map((path) => changeOf(path, null, 'x\n')),
    summarised: paths,
    followup: true,
  })
  const rest = /src\/9\.ts.*, and 2 more \(--verbose and result\.json name all\)\.$/
  expect(problems).toEqual([expect.stringMatching(rest)])
  expect(notices).toEqual([expect.stringMatching(rest)])
  expect(coverage).toEqual({
    unanswered: paths.map((path) => `${path} (lines 1)`),
    notShown: paths,
    binary: [],
    notReviewed: [],
  })
  expect(accountFor(nobody).coverage).toBeNull()
})

const shown = ['a.ts', 'b.ts'].map((path) => changeOf(path, null, 'x\n'))
const patch = { header: '', hunks: [{ oldStart: 0, newStart: 1, section: '', lines: ['+x'] }] }

function asked(name: string, role: PanelRole, ...paths: string[]): Assignment {
  return { ...assigned, name, role, slices: paths.map((path) => ({ path, range: null, patch })) }
}

const hunter = asked('bug-hunter/p1', 'bug-hunter', 'a.ts', 'b.ts')

it.each<[string, Assignment[], string[], string[]]>([
  ['nobody', [], [], []],
  [
    'an auditor',
    [asked('auditor', 'auditor', 'a.ts', 'b.ts')],
    ['No answer of auditor for a.ts, b.ts.'],
    ['a.ts: auditor', 'b.ts: auditor'],
  ],
  [
    'several, of which two were given the same',
    [
      asked('auditor', 'auditor', 'a.ts'),
      asked('premise', 'premise', 'b.ts', 'a.ts'),
      asked('critic/security', 'critic', 'a.ts'),
    ],
    ['No answer of auditor, critic/security for a.ts.', 'No answer of premise for a.ts, b.ts.'],
    ['a.ts: auditor, critic/security', 'a.ts: premise', 'b.ts: premise'],
  ],
  [
    'a second pass',
    [asked('bug-hunter/p1/pass-2', 'bug-hunter', 'b.ts')],
    ['No answer of bug-hunter/p1/pass-2 for b.ts.'],
    ['b.ts: bug-hunter/p1/pass-2'],
  ],
])('names the files of who did not answer: %s', (_, silent, problems, unanswered) => {
  const panel = { assignments: [hunter, ...silent], unreviewed: [] }
  const account = accountFor({ ...nobody, panel, shown, answered: [hunter] })
  expect(account.problems).toEqual(problems)
  expect(account.coverage?.unanswered ?? []).toEqual(unanswered)
})

it('names the files of a bug hunter once, by their lines', () => {
  const panel = { assignments: [hunter], unreviewed: [] }
  const { problems } = accountFor({ ...nobody, panel, shown })
  expect(problems).toEqual(['No bug hunter has answered for a.ts (lines 1), b.ts (lines 1).'])
})

it('gives a reason once for all files that it keeps from review, and names them all beside', () => {
  const left = ['a.js', 'b.js'].map((path) => ({ path, reason: 'beyond the 2 parts.' }))
  const unreviewed = [left[0]!, { path: 'lib', reason: 'a submodule.' }, left[1]!]
  const { problems, coverage } = accountFor({ ...nobody, panel: { assignments: [], unreviewed } })
  expect(problems).toEqual(['Not reviewed: a.js, b.js: beyond the 2 parts.', 'Not reviewed: lib: a submodule.'])
  expect(coverage?.notReviewed).toEqual(['a.js: beyond the 2 parts.', 'lib: a submodule.', 'b.js: beyond the 2 parts.'])
})
