import { expect, it } from 'vitest'
import { changedByCommands, checkDrift, type DriftInput, type DriftReason, driftText } from './drift.ts'

const state = (head: string | null, dirty: Record<string, string> = {}) => ({
  head,
  dirty: new Map(Object.entries(dirty)),
})

const still: DriftInput = { recorded: state('one'), found: state('one'), newCommits: [], sessionCommits: [] }

it.each<[story: string, input: Partial<DriftInput>, reasons: readonly DriftReason[]]>([
  ['nothing happened', {}, []],
  ['nothing happened before the first commit', { recorded: state(null), found: state(null) }, []],
  ['the same files are dirty', { recorded: state('one', { a: '1' }), found: state('one', { a: '1' }) }, []],
  ['only our commits', { found: state('two'), newCommits: ['x', 'two'], sessionCommits: ['two', 'x'] }, []],
  [
    'our commit took what was dirty',
    { recorded: state('one', { a: '1' }), found: state('two'), newCommits: ['two'], sessionCommits: ['two'] },
    [],
  ],
  [
    'a commit of somebody else between ours',
    { found: state('two'), newCommits: ['x', 'two'], sessionCommits: ['two'] },
    [{ reason: 'external-head', commits: ['x'] }],
  ],
  [
    'another branch',
    { found: state('two'), newCommits: null, sessionCommits: ['two'] },
    [{ reason: 'external-head', commits: [] }],
  ],
  ['HEAD went back', { found: state('zero'), newCommits: [] }, [{ reason: 'external-head', commits: [] }]],
  [
    'a file was edited and another deleted',
    { recorded: state('one', { b: '1', a: '1' }), found: state('one', { b: '<deleted>', a: '2' }) },
    [{ reason: 'content-or-deletion-changed', paths: ['a', 'b'] }],
  ],
  ['a file is new', { found: state('one', { b: '1', a: '1' }) }, [{ reason: 'newly-dirty', paths: ['a', 'b'] }]],
  ['a file was put back', { recorded: state('one', { a: '1' }) }, [{ reason: 'reverted-externally', paths: ['a'] }]],
  [
    'everything at once',
    {
      recorded: state('one', { same: '1', edited: '1', back: '1' }),
      found: state('two', { same: '1', edited: '2', fresh: '1' }),
      newCommits: ['two'],
    },
    [
      { reason: 'external-head', commits: ['two'] },
      { reason: 'content-or-deletion-changed', paths: ['edited'] },
      { reason: 'newly-dirty', paths: ['fresh'] },
    ],
  ],
])('tells what somebody else did: %s', (_, input, reasons) => {
  const expected = reasons.length === 0 ? { kind: 'ok' } : { kind: 'drift', reasons }
  expect(checkDrift({ ...still, ...input })).toEqual(expected)
})

const ran = ['npm run format', 'npm test']

it.each<[what: string, reason: DriftReason, text: string]>([
  // One that nobody committed is gone.
  [
    'is not dirty any more: both that can have happened',
    { reason: 'reverted-externally', paths: ['mine.txt'] },
    'gone, or back as committed, but not named by any executor: mine.txt',
  ],
  [
    'commands changed: which of them ran meanwhile',
    { reason: 'content-or-deletion-changed', paths: ['a.ts'], commands: ran },
    'changed while `npm run format`, `npm test` ran: a.ts',
  ],
  [
    'commands took away',
    { reason: 'reverted-externally', paths: ['a.ts'], commands: ['make'] },
    'gone, or back as committed, while `make` ran: a.ts',
  ],
])('says of a file that %s', (_what, reason, text) => {
  expect(driftText(reason)).toBe(text)
})

it('tells what commands did from what somebody did after them', () => {
  const found: readonly DriftReason[] = [
    { reason: 'external-head', commits: ['x'] },
    { reason: 'newly-dirty', paths: ['a.ts'] },
  ]
  expect(changedByCommands(found, ran).map(commandsOf)).toEqual([undefined, ran])
})

const commandsOf = (reason: DriftReason) => ('commands' in reason ? reason.commands : undefined)
