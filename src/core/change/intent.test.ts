import { expect, it } from 'vitest'
import type { FileStatus, Intent, IntentContext } from '../../types.ts'
import { classifyIntent } from './intent.ts'

const context = (values: Partial<IntentContext>): IntentContext => ({
  source: 'commits',
  title: '',
  body: '',
  commits: [],
  ...values,
})

const statuses = (...list: FileStatus[]) => list.map((status) => ({ status }))

it.each<[Partial<IntentContext>, Intent]>([
  [{ title: 'feat: export as CSV' }, 'feature'],
  [{ title: 'Adds an export' }, 'feature'],
  [{ title: 'Introducing exports' }, 'feature'],
  [{ commits: ['Fixes the export', 'bugfix: umlauts'] }, 'fix'],
  [{ title: 'Revert "x"' }, 'fix'],
  [{ title: 'Refactoring of the parser' }, 'refactor'],
  [{ title: 'renamed the parser' }, 'refactor'],
  [{ title: 'Moving the parser' }, 'refactor'],
  [{ title: 'Fix and clean the parser' }, 'mixed'],
  [{ title: 'Parser' }, 'mixed'],
  [{}, 'mixed'],
  [{ title: 'Parser', body: 'Fixes #12.\nAdds nothing.' }, 'fix'],
  [{ title: 'Address the fixture for newlines: refactor' }, 'refactor'],
  [{ title: 'fix_parser2add' }, 'mixed'],
])('%j is %s', (values, intent) => {
  expect(classifyIntent(context(values), statuses('modified'))).toBe(intent)
})

it.each<[FileStatus[], Partial<IntentContext>, Intent]>([
  [['added', 'added', 'added', 'modified'], {}, 'feature'],
  [['added', 'modified'], {}, 'mixed'],
  [['added'], { title: 'Fix it' }, 'mixed'],
  [[], {}, 'mixed'],
])('files %j with words %j are %s', (list, values, intent) => {
  expect(classifyIntent(context(values), statuses(...list))).toBe(intent)
})
