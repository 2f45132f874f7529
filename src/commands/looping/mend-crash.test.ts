import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import { fixMade, reviewed, started, stateOf, validation } from '../../../test/support/loop-journal.ts'
import { createRepository, type TestRepository } from '../../../test/support/repository.ts'
import { foldEvent } from '../../core/loop/fold.ts'
import type { LoopState } from '../../core/loop/state.ts'
import type { SessionFact, WorkPoint } from '../../core/loop/types.ts'
import { openRepository } from '../../io/git/repository.ts'
import { workPoint } from '../../io/git/work-point.ts'
import { mendCrash } from './mend-crash.ts'

const lost = finding({ id: 'F-1', title: 'Lost item', file: 'src/a.ts', blocking: true, severity: 'P1' })
const own = 'fix: it\n\nReview-Loop: s round 1'

function changed(): TestRepository {
  return createRepository({ 'src/a.ts': 'before\n', 'src/b.ts': 'other\n' })
}

const pointOf = async (test: TestRepository) => workPoint(await openRepository(test.path))

/** A loop that has reviewed, at the point at which the files are. */
async function reviewedIn(test: TestRepository): Promise<LoopState> {
  return stateOf(started({ validate: ['npm test'] }), passed, reviewed(1, 'a', [lost], { point: await pointOf(test) }))
}

const passed: SessionFact = { type: 'baseline-validated', validations: [validation('passed')] }

function fixed(state: LoopState, point: WorkPoint, ...facts: readonly SessionFact[]): LoopState {
  const made = { ...fixMade(1, 'b', { changedFiles: ['src/a.ts'] }), point } as const
  return [made as SessionFact, ...facts].reduce(foldEvent, state)
}

const validated = (attempt: number, status: 'passed' | 'failed'): SessionFact => ({
  type: 'fix-validated',
  round: 1,
  attempt,
  validations: [validation(status)],
})

/** A loop whose fix of src/a.ts is committed. */
async function committed(test: TestRepository): Promise<{ readonly state: LoopState; readonly before: WorkPoint }> {
  const reviewedState = await reviewedIn(test)
  const commit = test.commit(own, { 'src/a.ts': 'after\n' })
  const before = await pointOf(test)
  const fact: SessionFact = { type: 'fix-committed', round: 1, commit, point: before }
  return { state: fixed(reviewedState, before, validated(1, 'passed'), fact), before }
}

/** What is noted when a session with this intent is resumed. */
async function mend(test: TestRepository, state: LoopState, step: string, point: WorkPoint): Promise<SessionFact[]> {
  const notes: SessionFact[] = []
  const intended = foldEvent(state, { type: 'intended', step, point })
  await mendCrash(intended, await openRepository(test.path), 's', (fact) => notes.push(fact), {
    lastSeen: Date.now(),
  })
  return notes
}

const text = (test: TestRepository, path = 'src/a.ts') => readFileSync(join(test.path, path), 'utf8')
const kept = (test: TestRepository) => test.git('for-each-ref', '--format=%(refname)', 'refs/review-loop/undone').trim()

function hook(test: TestRepository, lines: string): void {
  const file = join(test.path, '.git', 'hooks', 'pre-commit')
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, `#!/bin/sh\n${lines}\n`)
  chmodSync(file, 0o755)
}

describe('what was cut off', () => {
  it('is undone and kept when it was a fix', async () => {
    const test = changed()
    const state = await reviewedIn(test)
    const before = await pointOf(test)
    test.write({ 'src/a.ts': 'half done\n', 'src/new.ts': 'new\n' })
    expect(await mend(test, state, 'fix', before)).toEqual([])
    expect(text(test)).toBe('before\n')
    expect(existsSync(join(test.path, 'src/new.ts'))).toBe(false)
    expect(test.git('show', `${kept(test)}:src/a.ts`)).toBe('half done\n')
  })

  it('is brought to its end when it was a roll-back', async () => {
    const test = changed()
    const before = await pointOf(test)
    const reviewedState = await reviewedIn(test)
    test.write({ 'src/a.ts': 'broken\n', 'src/b.ts': 'broken\n' })
    const after = await pointOf(test)
    const again = { ...fixMade(1, 'c', { changedFiles: ['src/a.ts', 'src/b.ts'] }), point: after } as SessionFact
    const state = fixed(reviewedState, after, validated(1, 'failed'), again, validated(2, 'failed'))
    // One file is back already, the other one is not.
    test.write({ 'src/a.ts': 'before\n' })
    const notes = await mend(test, state, 'restore', before)
    expect(notes).toMatchObject([{ type: 'rolled-back', round: 1, commit: null, point: before }])
    expect(notes).toMatchObject([{ why: 'npm test fails with it, also after a second try' }])
    expect(text(test, 'src/b.ts')).toBe('other\n')
  })

  it('is undone when it was a commit whose hook had touched its files', async () => {
    const test = changed()
    const reviewedState = await reviewedIn(test)
    test.write({ 'src/a.ts': 'after\n' })
    const before = await pointOf(test)
    hook(test, 'exit 0')
    test.write({ 'src/a.ts': 'as a hook left it\n', 'src/b.ts': 'mine\n' })
    expect(await mend(test, fixed(reviewedState, before, validated(1, 'passed')), 'commit', before)).toEqual([])
    expect([text(test), text(test, 'src/b.ts')]).toEqual(['after\n', 'mine\n'])
    expect(test.git('show', `${kept(test)}:src/a.ts`)).toBe('as a hook left it\n')
  })

  it('is undone when it was a revert that had only touched files', async () => {
    const test = changed()
    const { state, before } = await committed(test)
    test.write({ 'src/a.ts': 'before\n' })
    expect(await mend(test, state, 'revert', before)).toEqual([])
    expect(text(test)).toBe('after\n')
  })

  it.each(['commit', 'revert', 'restore'])('leaves what somebody edited since when it was a %s', async (step) => {
    const test = changed()
    const { state, before } = await committed(test)
    test.write({ 'src/a.ts': 'mine\n', 'src/b.ts': 'mine\n', 'src/new.ts': 'mine\n' })
    expect(await mend(test, state, step, before)).toEqual([])
    expect(['src/a.ts', 'src/b.ts', 'src/new.ts'].map((path) => text(test, path))).toEqual([
      'mine\n',
      'mine\n',
      'mine\n',
    ])
    expect(kept(test)).toBe('')
  })

  it('counts when it was a commit that was made', async () => {
    const test = changed()
    const reviewedState = await reviewedIn(test)
    test.write({ 'src/a.ts': 'after\n' })
    const before = await pointOf(test)
    const index = readFileSync(join(test.path, '.git', 'index'))
    const commit = test.commit(own)
    writeFileSync(join(test.path, '.git', 'index'), index)
    const notes = await mend(test, fixed(reviewedState, before, validated(1, 'passed')), 'commit', before)
    expect(notes).toMatchObject([{ type: 'fix-committed', round: 1, commit, point: { head: commit } }])
    expect(test.git('status', '--porcelain')).toBe('')
  })

  it('takes in what a hook had mended when the commit was made', async () => {
    const test = changed()
    const reviewedState = await reviewedIn(test)
    test.write({ 'src/a.ts': 'after\n' })
    const before = await pointOf(test)
    test.git('add', 'src/a.ts')
    test.write({ 'src/a.ts': 'after, and formatted\n' })
    test.git('commit', '-qm', own)
    hook(test, 'exit 0')
    const notes = await mend(test, fixed(reviewedState, before, validated(1, 'passed')), 'commit', before)
    expect(notes).toMatchObject([{ type: 'fix-committed', commit: test.git('rev-parse', 'HEAD').trim() }])
    expect(test.git('show', 'HEAD:src/a.ts')).toBe('after, and formatted\n')
    expect(test.git('rev-list', '--count', 'main..HEAD').trim()).toBe('1')
  })

  it.each(['exit 0', null])('does not take in what somebody wrote since (hook: %s)', async (script) => {
    const test = changed()
    const reviewedState = await reviewedIn(test)
    test.write({ 'src/a.ts': 'after\n' })
    const before = await pointOf(test)
    const commit = test.commit(own)
    if (script !== null) hook(test, script)
    await sleep(50)
    test.write({ 'src/a.ts': 'mine\n', 'src/b.ts': 'mine\n' })
    const notes = await mend(test, fixed(reviewedState, before, validated(1, 'passed')), 'commit', before)
    // The loop finds out that this is not what is there.
    expect(notes).toMatchObject([{ type: 'fix-committed', commit, point: { head: commit, tree: before.tree } }])
    expect(test.git('rev-parse', 'HEAD').trim()).toBe(commit)
    expect([text(test), text(test, 'src/b.ts')]).toEqual(['mine\n', 'mine\n'])
  })

  it('counts when it was a commit on top of which somebody committed', async () => {
    const test = changed()
    const reviewedState = await reviewedIn(test)
    test.write({ 'src/a.ts': 'after\n' })
    const before = await pointOf(test)
    const commit = test.commit(own)
    const mine = test.commit('My own work', { 'src/a.ts': 'mine\n' })
    const notes = await mend(test, fixed(reviewedState, before, validated(1, 'passed')), 'commit', before)
    expect(notes).toMatchObject([{ type: 'fix-committed', commit, point: { head: commit, tree: before.tree } }])
    expect(test.git('rev-parse', 'HEAD').trim()).toBe(mine)
  })

  it('counts when it was a revert on top of which somebody committed', async () => {
    const test = changed()
    const start = await pointOf(test)
    const { state, before } = await committed(test)
    const worse = ['F-2', 'F-3'].map((id) =>
      finding({ ...lost, id, fingerprint: id, title: `Open ${id}`, problem: id }),
    )
    const reviewedAgain = foldEvent(state, reviewed(2, 'b', worse, { point: before, changed: ['src/a.ts'] }))
    const commit = test.commit('revert: it\n\nReview-Loop: s round 2', { 'src/a.ts': 'before\n' })
    test.commit('My own work', { 'src/b.ts': 'mine\n' })
    const notes = await mend(test, reviewedAgain, 'revert', before)
    expect(notes).toMatchObject([{ type: 'rolled-back', round: 2, commit, point: { head: commit, tree: start.tree } }])
  })

  it('is left alone when somebody else has committed since', async () => {
    const test = changed()
    const state = await reviewedIn(test)
    const before = await pointOf(test)
    test.commit('My own work', { 'src/a.ts': 'mine\n' })
    expect(await mend(test, state, 'fix', before)).toEqual([])
    expect(text(test)).toBe('mine\n')
    expect(kept(test)).toBe('')
  })
})
