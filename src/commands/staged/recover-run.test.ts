import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { createRepository, type Files, type TestRepository } from '../../../test/support/repository.ts'
import { plainStart, plainWork } from '../../../test/support/staged-story.ts'
import { noUsage } from '../../core/cost/usage.ts'
import type { RunFact } from '../../core/staged/machine/facts.ts'
import type { PassName } from '../../core/staged/stage-table.ts'
import { openRepository } from '../../io/git/repository.ts'
import { workPoint } from '../../io/git/work-point.ts'
import { createSession } from '../../io/session-store.ts'
import { prepareRun } from './prepare-run.ts'
import { recoverRun } from './recover-run.ts'
import { openStagedSession } from './staged-session.ts'

const base = {
  '.gitignore': '/.review-loop/\n',
  'a.js': 'before\n',
  'b.js': 'other\n',
  'CHANGELOG.md': '# Changelog\n',
}

const pointOf = async (test: TestRepository) => workPoint(await openRepository(test.path))

/** A run that was killed in this step: a.js is changed by its executor, `meanwhile` is what is found. */
async function killedIn(
  step: string,
  meanwhile: Files,
  pass: PassName = 'simplify',
  { isHooked = false, lastSeen = Date.now() }: { isHooked?: boolean; lastSeen?: number | null } = {},
) {
  const test = createRepository(base)
  const before = await pointOf(test)
  if (pass !== 'plan') test.write({ 'a.js': 'after\n' })
  const point = await pointOf(test)
  const session = createSession(test.path)
  const opened = openStagedSession(test.path, session)
  const facts: readonly RunFact[] = [
    { ...plainStart, session },
    { ...plainWork, point: before },
    { type: 'entered', pass },
    ...(pass === 'plan' ? [] : [written(pass, point)]),
    { type: 'intended', step, point },
  ]
  for (const fact of facts) opened.note(fact)
  test.write(meanwhile)
  if (isHooked) hook(test)
  const setup = await prepareRun({
    entry: { kind: 'resume', session, needsPlan: false },
    cwd: test.path,
    agents: played,
  })
  await recoverRun(setup, session, opened, lastSeen)
  const undone = opened.events().filter(({ type }) => type === 'undone')
  opened.close()
  return { test, undone, text: (path: string) => textOf(test, path) }
}

const played = { agent: `command:${process.execPath}` }

function written(pass: PassName, point: { readonly head: string; readonly tree: string }): RunFact {
  return {
    type: 'written',
    pass,
    point,
    round: 1,
    backend: 'played',
    usage: noUsage,
    durationMs: 1,
    text: 'x',
    result: 'x',
    delta: [{ path: 'a.js', kind: 'modified' }],
    changed: [],
    related: [],
    isNoOp: false,
    proseOnly: false,
    questions: [],
  }
}

function hook(test: TestRepository): void {
  const file = join(test.path, '.git', 'hooks', 'pre-commit')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '#!/bin/sh\n', { mode: 0o755 })
}

function textOf(test: TestRepository, path: string): string | null {
  const file = join(test.path, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

const mine = { 'b.js': 'mine\n', 'new.js': 'mine\n' }

it('undoes what an executor may have written, and says which files and where they are kept', async () => {
  const { test, undone, text } = await killedIn('write', { 'a.js': 'half\n', 'new.js': 'half\n' })
  expect([text('a.js'), text('new.js')]).toEqual(['after\n', null])
  const kept = test.git('for-each-ref', '--format=%(refname)', 'refs/review-loop/undone').trim()
  expect(undone).toEqual([expect.objectContaining({ files: ['a.js', 'new.js'], kept: [kept] })])
  test.git('restore', `--source=${kept}`, '--', 'new.js')
  expect(existsSync(join(test.path, 'new.js'))).toBe(true)
  expect(test.git('show', `${kept}:a.js`)).toBe('half\n')
})

it.each([
  ['when its process had long been dead', Date.now() - 60_000],
  ['when nobody knows since when its process was dead', null],
])('leaves what was written %s: that is the work of somebody', async (_, lastSeen) => {
  const { text, undone } = await killedIn('write', mine, 'simplify', { lastSeen })
  expect([text('b.js'), text('new.js'), undone]).toEqual(['mine\n', 'mine\n', []])
})

it.each<[string, PassName]>([
  ['baseline', 'exec'],
  ['check', 'tests'],
  ['write', 'plan'],
])('undoes nothing in the step %s of %s', async (step, pass) => {
  const { text, undone } = await killedIn(step, mine, pass)
  expect([text('b.js'), text('new.js'), undone]).toEqual(['mine\n', 'mine\n', []])
})

it('undoes a roll-back that was half done, and no edit of somebody', async () => {
  const { text } = await killedIn('roll-back', { ...mine, 'a.js': 'before\n' })
  expect([text('a.js'), text('b.js'), text('new.js')]).toEqual(['after\n', 'mine\n', 'mine\n'])
  expect((await killedIn('roll-back', { 'a.js': 'mine\n' })).text('a.js')).toBe('mine\n')
})

it('undoes what was written to the ignore file, and nothing else', async () => {
  const { text } = await killedIn('write-ignores', { ...mine, '.gitignore': '/.review-loop/\n*.pem\n' })
  expect([text('.gitignore'), text('b.js')]).toEqual(['/.review-loop/\n', 'mine\n'])
})

it('undoes the line of a delivery, and nothing that only a hook may have written', async () => {
  const { text } = await killedIn('deliver', { ...mine, 'a.js': 'mine\n', 'CHANGELOG.md': '# Changelog\n- x\n' })
  expect([text('CHANGELOG.md'), text('a.js'), text('b.js')]).toEqual(['# Changelog\n', 'mine\n', 'mine\n'])
})

it.each([
  ['when its process had long been dead', Date.now() - 60_000],
  ['when nobody knows since when its process was dead', null],
])('leaves what was written %s to the files of a delivery, and to the ignore file', async (_, lastSeen) => {
  const entries = { 'CHANGELOG.md': '# Changelog\n- x\n- mine\n', 'a.js': 'mine\n' }
  const { text, undone } = await killedIn('deliver', entries, 'simplify', { isHooked: true, lastSeen })
  expect([text('CHANGELOG.md'), text('a.js'), undone]).toEqual([entries['CHANGELOG.md'], 'mine\n', []])
  const ignores = { '.gitignore': '/.review-loop/\n*.pem\n/mine\n' }
  const other = await killedIn('write-ignores', ignores, 'security', { lastSeen })
  expect([other.text('.gitignore'), other.undone]).toEqual([ignores['.gitignore'], []])
})

it('undoes what a hook has done to the files of a delivery', async () => {
  const { text } = await killedIn('deliver', { ...mine, 'a.js': 'as a hook left it\n' }, 'simplify', {
    isHooked: true,
  })
  expect([text('a.js'), text('b.js')]).toEqual(['after\n', 'mine\n'])
})
