import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder } from '../../../test/kit/agent-call.ts'
import { answerPermission } from './permission.ts'

const workspace = newFolder()
const all = ['allow_always', 'allow_once', 'reject_always', 'reject_once']
const fixer = { workspace, mayWrite: true, mayExecute: false }
const shell = { workspace, mayWrite: true, mayExecute: true }
const reviewer = { workspace, mayWrite: false, mayExecute: false }
const inside = join(workspace, 'a.ts')

it.each([
  ['a reviewer read', reviewer, 'read', inside, 'allow_once'],
  ['a reviewer search', reviewer, 'search', null, 'allow_once'],
  ['a reviewer read outside', reviewer, 'read', '/etc/passwd', 'reject_once'],
  ['a reviewer edit', reviewer, 'edit', inside, 'reject_once'],
  ['a reviewer run', reviewer, 'execute', null, 'reject_once'],
  ['a reviewer do something', reviewer, undefined, inside, 'reject_once'],
  ['a fixer edit', fixer, 'edit', inside, 'allow_once'],
  ['a fixer delete', fixer, 'delete', inside, 'allow_once'],
  ['a fixer edit outside', fixer, 'edit', '/tmp/x', 'reject_once'],
  ['a fixer edit .git', fixer, 'edit', join(workspace, '.git/config'), 'reject_once'],
  ['a fixer edit a relative path', fixer, 'edit', 'a.ts', 'reject_once'],
  ['a fixer fetch', fixer, 'fetch', null, 'reject_once'],
  ['a fixer switch its mode', fixer, 'switch_mode', null, 'reject_once'],
  ['a fixer run without a sandbox', fixer, 'execute', null, 'reject_once'],
  ['a fixer run in a sandbox', shell, 'execute', null, 'allow_once'],
])('decides whether it lets %s', (_, policy, kind, path, expected) => {
  expect(ask(all, policy, kind, path)).toEqual({ outcome: { outcome: 'selected', optionId: `id of ${expected}` } })
})

it('never allows for good, and cancels when there is no way to refuse', () => {
  expect(ask(['allow_always'], fixer, 'edit', inside)).toEqual({ outcome: { outcome: 'cancelled' } })
  expect(ask(['allow_once'], reviewer, 'edit', inside)).toEqual({ outcome: { outcome: 'cancelled' } })
  expect(ask(['reject_always'], reviewer, 'edit', inside)).toMatchObject({
    outcome: { optionId: 'id of reject_always' },
  })
  expect(answerPermission({}, fixer)).toEqual({ outcome: { outcome: 'cancelled' } })
})

function ask(kinds: readonly string[], policy: typeof fixer, kind: string | undefined, path: string | null) {
  const options = kinds.map((each) => ({ optionId: `id of ${each}`, name: each, kind: each }))
  const locations = path === null ? {} : { locations: [{ path }] }
  return answerPermission({ options, toolCall: { ...(kind === undefined ? {} : { kind }), ...locations } }, policy)
}
