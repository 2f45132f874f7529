import { expect, it } from 'vitest'
import { plainStart, plainWork } from '../../../test/support/staged-story.ts'
import { acceptedFiles, foreignEdits } from './foreign-edits.ts'
import type { RunEvent, RunFact } from './machine/facts.ts'
import { renderSession } from './session-file/session-render.ts'
import { startSession } from './session-file/start-session.ts'

const files = ['a.ts', 'b.ts', 'c.ts']
const treeOf = (...paths: readonly string[]) => {
  return { head: '1', dirty: Object.fromEntries(paths.map((path) => [path, 'e5'])) }
}
const started = (...paths: readonly string[]): RunFact => ({ ...plainWork, tree: treeOf(...paths) })
const drift = (...paths: readonly string[]): RunFact => ({
  type: 'drift-found',
  kind: 'drift',
  reasons: [{ reason: 'content-or-deletion-changed', paths }],
  point: plainWork.point,
  tree: treeOf(...paths),
})
const accepted = (...paths: readonly string[]): RunFact => {
  return { type: 'drift-accepted', kind: 'drift', by: 'Ada', tree: treeOf(...paths) }
}
const checked = (...wrote: readonly string[]): RunFact => ({ type: 'checked', pass: 'tests', validations: [], wrote })
const session = startSession(
  { entry: 'execute-from-plan', title: 'T', description: '', plan: '1. x' },
  { head: 'e5'.repeat(20), dirty: new Map([['b.ts', 'e5'.repeat(20)]]) },
  { session_origin: 'o', orchestrator_backend: 'o', executor_backend: 'e', reviewer_backend: 'r' },
)
const imported: Extract<RunFact, { type: 'imported' }> = {
  type: 'imported',
  text: renderSession(session),
  point: plainWork.point,
}

it.each<[string, readonly RunFact[], readonly string[]]>([
  ['were clean', [started('else.ts')], []],
  ['were changed before the run', [started('a.ts')], ['a.ts']],
  [
    'were changed by somebody whose edits were accepted',
    [started(), drift('b.ts'), accepted('a.ts', 'b.ts')],
    ['b.ts'],
  ],
  ['were changed by somebody whose edits were not accepted', [started(), drift('b.ts')], []],
  ['were committed by their owner meanwhile', [started('a.ts', 'b.ts'), drift(), accepted('b.ts')], ['b.ts']],
  [
    'would be committed without one that was accepted',
    [started(), drift('up.ts'), accepted('a.ts', 'up.ts'), drift('b.ts'), accepted('b.ts', 'up.ts')],
    ['b.ts', 'up.ts'],
  ],
  [
    'would be committed without one that was accepted, which is committed by now',
    [started(), drift('up.ts'), accepted('up.ts'), drift(), accepted()],
    [],
  ],
  ['were written while commands ran', [started(), checked('b.ts', 'c/')], ['b.ts']],
  ['were changed before another tool began', [started('a.ts', 'b.ts'), imported], ['b.ts']],
])('of files that %s', (_, facts, mixed) => {
  const events = facts.map((fact): RunEvent => ({ at: '', ...fact }))
  expect(foreignEdits(events, files)).toEqual(mixed)
})

const executed = (listed: string, ...dirty: readonly string[]): RunFact => ({
  ...imported,
  text: renderSession({
    ...session,
    filesChanged: listed,
    metadata: {
      ...session.metadata,
      values: {
        ...session.metadata.values,
        last_verified_dirty: new Map(dirty.map((path) => [path, 'e5'.repeat(20)])),
      },
    },
  }),
})
const foreign = (isUntouched: boolean): readonly RunFact[] => [
  { ...plainStart, begin: null },
  {
    ...plainWork,
    ...(isUntouched ? { isUntouched } : {}),
    tree: treeOf('x.ts', '.review-loop/config.md'),
  },
]
const unknown: RunFact = {
  type: 'drift-accepted',
  kind: 'baseline',
  by: 'Ada',
  tree: treeOf('x.ts', '.review-loop/config.md'),
}

it.each<[string, readonly RunFact[], readonly string[]]>([
  ['has listed what it changed', [...foreign(false), executed('- `a.ts` - x', 'a.ts')], []],
  ['has changed what it does not list', [...foreign(false), executed('It adds.', 'a.ts', 'x.ts')], ['x.ts']],
  ['lists what was like that when it began', [...foreign(false), executed('- `b.ts`', 'b.ts')], ['b.ts']],
  ['has committed it', [...foreign(false), executed('- `x.ts`')], []],
  ['tells of what commands have written', [...foreign(false), checked('x.ts'), executed('-', 'x.ts')], []],
  ['does not say what was there before', [...foreign(false), unknown], ['x.ts']],
  ['does not say what was there before, and has done nothing', [...foreign(true), unknown], []],
])('where another tool %s', (_, facts, mixed) => {
  expect(
    foreignEdits(
      facts.map((fact): RunEvent => ({ at: '', ...fact })),
      ['a.ts'],
    ),
  ).toEqual(mixed)
})

it('knows a folder that commands made, also after the tree was accepted', () => {
  const facts = [started(), checked('out/'), drift('a.ts'), accepted('out/x.ts')]
  expect(
    foreignEdits(
      facts.map((fact): RunEvent => ({ at: '', ...fact })),
      ['a.ts', 'out/x.ts'],
    ),
  ).toEqual(['out/x.ts'])
})

const reviewed = startSession(
  { entry: 'review-only', description: '', target: 't' },
  { head: 'e5'.repeat(20), dirty: new Map([['b.ts', 'e5'.repeat(20)]]) },
  { session_origin: 'o', orchestrator_backend: 'o', executor_backend: 'e', reviewer_backend: 'r' },
)

it.each<[string, readonly RunFact[], readonly string[]]>([
  ['a plan is carried out', [plainStart, started('a.ts')], []],
  ['a plan of another tool is carried out', [imported], []],
  [
    'a review is all',
    [{ ...plainStart, begin: { entry: 'review-only', description: '', target: 't' } }, started('a.ts')],
    ['a.ts'],
  ],
  ['a review was all for another tool', [{ ...imported, text: renderSession(reviewed) }], ['b.ts']],
])('knows the work that was to be reviewed where %s', (_, facts, mixed) => {
  const events = facts.map((fact): RunEvent => ({ at: '', ...fact }))
  expect(foreignEdits(events, [])).toEqual(mixed)
})

const gone = (...paths: readonly string[]): RunFact => ({
  type: 'drift-found',
  kind: 'drift',
  reasons: [{ reason: 'reverted-externally', paths }],
  point: plainWork.point,
  tree: treeOf(),
})

it.each<[string, readonly RunFact[], readonly string[]]>([
  ['and not what lay there before', [started('mine.ts'), drift('up.ts'), accepted('mine.ts', 'up.ts')], ['up.ts']],
  ['also what is gone, or back as committed', [started('mine.ts'), gone('mine.ts'), accepted()], ['mine.ts']],
  [
    'once, where it is there again and gone again',
    [
      started('mine.ts'),
      gone('mine.ts'),
      accepted(),
      drift('mine.ts'),
      accepted('mine.ts'),
      gone('mine.ts'),
      accepted(),
    ],
    ['mine.ts'],
  ],
  ['and not what is committed by now', [started(), drift('up.ts'), accepted('up.ts'), drift(), accepted()], []],
])('tells what was accepted, %s', (_, facts, paths) => {
  expect(acceptedFiles(facts.map((fact): RunEvent => ({ at: '', ...fact })))).toEqual(paths)
})

it('commits beside what is gone', () => {
  const facts = [started('b.ts'), gone('b.ts'), accepted()]
  expect(
    foreignEdits(
      facts.map((fact): RunEvent => ({ at: '', ...fact })),
      files,
    ),
  ).toEqual([])
})
