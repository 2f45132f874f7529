import { expect, it } from 'vitest'
import { plainStart, playStory } from '../../../test/support/staged-story.ts'
import type { Fact, RunEvent } from './machine/facts.ts'
import type { RoundChange } from './replies/execution-claims.ts'
import { runFiles } from './run-files.ts'

const written = playStory([plainStart]).events.find((event) => event.type === 'written')!
const write = (...delta: readonly (readonly [path: string, kind: RoundChange['kind']])[]): RunEvent => {
  return { ...written, delta: delta.map(([path, kind]) => ({ path, kind })) }
}
const rolledBack: RunEvent = { at: '', type: 'rolled-back', pass: 'simplify', why: '', point: plainStart.point }
const delivered: Omit<Fact<'delivered'>, 'changelog'> = {
  ...{ type: 'delivered', commit: null, mixed: [], hooked: [], point: plainStart.point, tree: plainStart.tree },
}

it.each<[string, readonly RunEvent[], readonly string[]]>([
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
    [{ at: '', type: 'ignores-written', patterns: ['*.pem'], point: plainStart.point }],
    ['.gitignore'],
  ],
])('tells %s', (_, events, files) => {
  expect(runFiles(events)).toEqual(files)
})
