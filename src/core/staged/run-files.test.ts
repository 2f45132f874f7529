import { expect, it } from 'vitest'
import { plainStart, plainWork, playStory } from '../../../test/support/staged-story.ts'
import type { Fact, RunEvent } from './machine/facts.ts'
import type { RoundChange } from './replies/execution-claims.ts'
import { runFiles } from './run-files.ts'
import { withMetadata } from './session-file/session-changes.ts'
import { renderSession } from './session-file/session-render.ts'
import { startSession } from './session-file/start-session.ts'

const written = playStory([plainStart]).events.find((event) => event.type === 'written')!
const write = (...delta: readonly (readonly [path: string, kind: RoundChange['kind']])[]): RunEvent => {
  return { ...written, delta: delta.map(([path, kind]) => ({ path, kind })) }
}
const rolledBack: RunEvent = { at: '', type: 'rolled-back', pass: 'simplify', why: '', point: plainWork.point }
const delivered: Omit<Fact<'delivered'>, 'changelog'> = {
  ...{ type: 'delivered', commit: null, mixed: [], changedByHook: [], point: plainWork.point, tree: plainWork.tree },
}

const [one, other] = ['a'.repeat(40), 'b'.repeat(40)]
const begun = startSession(
  { entry: 'execute-from-plan', title: 'T', description: '', plan: '1. x' },
  {
    head: one,
    dirty: new Map([
      ['mine', one],
      ['both', one],
    ]),
  },
  { session_origin: 'o', orchestrator_backend: 'o', executor_backend: 'e', reviewer_backend: 'r' },
)
const left = new Map([
  ['mine', one],
  ['both', other],
  ['theirs', one],
  ['report.log', one],
])
const imported: RunEvent = {
  at: '',
  type: 'imported',
  text: renderSession(
    withMetadata(
      { ...begun, filesChanged: '- `mine`\n- `both`\n- `theirs` - new\n- `gone`' },
      { last_verified_dirty: left },
    ),
  ),
  point: plainWork.point,
}

it.each<[string, readonly RunEvent[], readonly string[]]>([
  ['what another tool changed, and not what was there before or what it does not list', [imported], ['both', 'theirs']],
  ['all that was written', [write(['a', 'added'], ['b', 'modified']), write(['c', 'deleted'])], ['a', 'b', 'c']],
  ['nothing that was made and removed again', [write(['a', 'added'], ['b', 'added']), write(['a', 'deleted'])], ['b']],
  [
    'what was made, removed and made again',
    [write(['a', 'added']), write(['a', 'deleted']), write(['a', 'added'])],
    ['a'],
  ],
  ['what was there and is gone', [write(['a', 'modified']), write(['a', 'deleted'])], ['a']],
  [
    'nothing that was rolled back',
    [write(['a', 'added']), write(['a', 'modified'], ['b', 'modified']), rolledBack],
    ['a'],
  ],
  [
    'the line in the changelog',
    [write(['a', 'added']), { at: '', ...delivered, changelog: 'LOG.md' }],
    ['a', 'LOG.md'],
  ],
  [
    'the ignore file',
    [{ at: '', type: 'ignores-written', patterns: ['*.pem'], point: plainWork.point }],
    ['.gitignore'],
  ],
])('tells %s', (_, events, files) => {
  expect(runFiles(events)).toEqual(files)
})
