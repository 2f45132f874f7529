import { expect, it } from 'vitest'
import type { Discussion, Position } from './discussions.ts'
import { readSaid } from './said.ts'

const [old, head] = ['a'.repeat(40), 'b'.repeat(40)]
const versions = [
  { head, at: '2026-01-01T12:00:00.000Z' },
  { head: old, at: '2026-01-01T10:00:00.000Z' },
]

function discussion(position: Position | null, at: string): Discussion {
  const author = { id: 2, username: 'maria' }
  const state = { system: false, resolvable: true, resolved: false, resolved_by: null }
  const first = { id: 1, body: 'Hm.', author, created_at: at, updated_at: at, ...state, position }
  return { id: 'c'.repeat(40), first, notes: [first] }
}

const place = (at: string, line: number | null): Position => ({
  ...{ head_sha: at, new_path: 'a.ts', new_line: line, line_range: null },
})
const range = { ...place(head, 9), line_range: { start: { line_code: `${old}_6_7` } } }

it.each([
  ['on a line', place(head, 9), '11:00', { line: 9, endLine: 9, isOutdated: false, begunAt: null }, old],
  ['on lines', range, '12:30', { line: 7, endLine: 9, isOutdated: false }, head],
  [
    'on a line that is gone',
    place(old, 9),
    '12:30',
    { line: null, originalLine: 9, isOutdated: true, begunAt: { commit: old, lines: { line: 9, endLine: 9 } } },
    old,
  ],
  ['on a removed line of before', place(old, null), '12:30', { line: null, isOutdated: true, begunAt: null }, old],
  ['on a line that the change removes', place(head, null), '11:00', { line: null, isOutdated: false }, old],
  ['about the whole', null, '12:30', { path: null, line: null, isOutdated: false }, head],
  ['from before the first version that is known', place(head, 9), '09:00', { line: 9 }, null],
])('knows where a thread stands and what it was written for: %s', async (_, position, time, expected, commit) => {
  const account = { id: 1, username: 'me' }
  const author = { login: 'maria', isBot: false }
  const project = { me: async () => account, authorOf: async () => author, page: 'https://gitlab.test/a/b' }
  const all = [discussion(position, `2026-01-01T${time}:00.000Z`)]
  const { threads } = await readSaid(project, { iid: 7, sha: head }, versions, all)
  expect(threads).toMatchObject([
    { ...expected, comments: [{ commit, url: 'https://gitlab.test/a/b/-/merge_requests/7#note_1' }] },
  ])
})

it('takes a note that was resolved and opened again for as old as it is', async () => {
  const at = '2026-01-01T11:00:00.000Z'
  const { first, ...rest } = discussion(null, at)
  const touched = { ...first, updated_at: '2026-01-01T12:30:00.000Z' }
  const author = { login: 'project_5_bot', isBot: true }
  const project = { me: async () => ({ id: 1, username: 'me' }), authorOf: async () => author, page: '' }
  const all = [{ ...rest, first: touched, notes: [touched] }]
  const { comments } = await readSaid(project, { iid: 7, sha: head }, versions, all)
  expect(comments).toMatchObject([{ updatedAt: at }])
})
