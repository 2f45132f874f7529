import { expect, it } from 'vitest'
import { answering, askingOf, change, startedWith, viewAfter, workItem } from '../../../test/support/staged-asking.ts'
import type { SessionStart } from '../../core/staged/session-file/start-session.ts'
import { deliveryOf } from './staged-secrets.ts'

const { work } = askingOf(answering(), { differences: { 'before after': [change('a.ts'), change('b.ts', 'added')] } })

it.each<[string, SessionStart, string[] | null]>([
  ['what differs since it began', workItem, ['a.ts', 'b.ts']],
  [
    'the same, with a plan of the user',
    { entry: 'execute-from-plan', title: 'T', description: '', plan: '1.' },
    ['a.ts', 'b.ts'],
  ],
  ['everything, where the work was there already', { entry: 'review-only', description: '', target: 'x' }, null],
])('takes for the work of a run %s', async (_, begin, files) => {
  expect(await deliveryOf(viewAfter(startedWith(begin)), work)).toEqual({
    base: 'commit',
    tree: 'after',
    files: files === null ? null : new Set(files),
  })
})
