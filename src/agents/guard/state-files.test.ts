import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { busyRepository } from '../../../test/support/busy-repository.ts'
import { hashText } from '../../core/values/hash.ts'
import { openRepository } from '../../io/git/repository.ts'
import { ownIdentity, type ProcessIdentity } from '../../io/process-identity.ts'
import { findReply, keepReply, listReplies } from '../../io/reply-cache.ts'
import { readReviewState, writeReviewState } from '../../io/review-state.ts'
import { changesSince } from './changes-since.ts'
import { compareFingerprints } from './compare-fingerprints.ts'
import type { Difference } from './fingerprint.ts'
import { takeFingerprint } from './take-fingerprint.ts'
import { undo } from './undo.ts'

const question = ['what is wrong with it?']
const reply = { text: 'a null dereference', structured: null }
const files = {
  '.review-loop/cache/replies/aa/earlier.json': '{"reply":"earlier"}',
  '.review-loop/cache/review_state.json': JSON.stringify({
    version: 1,
    reviews: {},
    seals: {},
    digest: hashText('{}'),
  }),
  '.review-loop/reviews/1/result.json': '{"gate":"blocked"}',
  '.review-loop/reviews/1/findings.json': '[1]',
  '.review-loop/reviews/2/setup.json': '{}',
  '.review-loop/undone/1/files/kept.txt': 'kept\n',
  '.review-loop/sessions/topic.lock': '{}',
}

async function arranged() {
  const test = busyRepository()
  test.write(files)
  const repository = await openRepository(test.path)
  return { test, repository, before: await takeFingerprint(repository) }
}

const lines = (found: readonly Difference[]) => found.map(({ area, kind, path }) => `${area} ${kind} ${path}`)

describe('what is believed later', () => {
  it.each([
    ['a forged reply', 'memory added cache/replies/ff/forged.json', '{}'],
    ['a reply that says something else', 'memory changed cache/replies/aa/earlier.json', '{"reply":"fine"}'],
    ['a forged last review', 'memory changed cache/review_state.json', '{"sha":"2"}'],
    ['a finished review that was clean after all', 'state changed reviews/1/result.json', '{"gate":"passed"}'],
    ['findings that are gone', 'state changed reviews/1/findings.json', '[]'],
    ['what was kept for a person', 'state changed undone/1/files/kept.txt', ''],
  ])('%s is noticed', async (_name, expected, text) => {
    const { test, repository, before } = await arranged()
    const path = expected.split(' ').at(-1)
    test.write({ [`.review-loop/${path}`]: text })
    expect(lines(compareFingerprints(before, await takeFingerprint(repository, before)))).toEqual([expected])
  })

  it('is not a notice that somebody should look', async () => {
    const { test, repository, before } = await arranged()
    test.write({ '.review-loop/wake/octo-project-7': '{}' })
    expect(lines(compareFingerprints(before, await takeFingerprint(repository, before)))).toEqual([])
  })

  it('is what it was when a fixer changed it; a remembered reply is forgotten instead', async () => {
    const { test, repository, before } = await arranged()
    const [earlier, state, result] = Object.keys(files)
    test.write({
      [earlier ?? '']: '{}',
      [state ?? '']: '{}',
      [result ?? '']: '{}',
      '.review-loop/cache/replies/ff/x.json': '{}',
    })
    await undo(before, await takeFingerprint(repository, before), true)
    const there = (path: string) => existsSync(join(test.path, path))
    expect([there(earlier ?? ''), there('.review-loop/cache/replies/ff/x.json')]).toEqual([false, false])
    expect(readFileSync(join(test.path, state ?? ''), 'utf8')).toBe(files['.review-loop/cache/review_state.json'])
    expect(readFileSync(join(test.path, result ?? ''), 'utf8')).toBe('{"gate":"blocked"}')
  })

  it('has no place for replies that a reviewer forged', async () => {
    const { test, before } = await arranged()
    test.write({ '.review-loop/cache/replies/ff/forged.json': '{}' })
    expect((await changesSince(before)).found).toEqual([])
    expect(existsSync(join(test.path, '.review-loop/cache/replies/ff/forged.json'))).toBe(false)
  })

  it('is put back when a reviewer changed it, and that is told', async () => {
    const { test, before } = await arranged()
    test.write({ '.review-loop/waivers.yaml': 'waivers: [all]\n', '.review-loop/sessions/topic.lock': 'scribble' })
    const { found, kept } = await changesSince(before)
    expect(lines(found)).toEqual(['state changed waivers.yaml', 'state changed sessions/topic.lock'])
    expect(readFileSync(join(test.path, kept ?? '', 'review-loop/waivers.yaml'), 'utf8')).toBe('waivers: [all]\n')
    expect(readFileSync(join(test.path, '.review-loop/waivers.yaml'), 'utf8')).not.toContain('all')
  })

  it('grows by what calls at the same time keep', async () => {
    const { test, before } = await arranged()
    keepReply(test.path, question, reply, {})
    test.write({
      '.review-loop/reviews/2/result.json': '{}',
      '.review-loop/reviews/3/result.json': '{}',
      '.review-loop/undone/2/undone.json': '[]',
      '.review-loop/cache/replies/bb/half.json.1.tmp': '',
      '.review-loop/sessions/other.lock': '{}',
      '.review-loop/mail/agents/codex/inbox/1.yaml': 'id: 1\n',
    })
    rmSync(join(test.path, '.review-loop/sessions/topic.lock'))
    expect((await changesSince(before)).found).toEqual([])
    expect(findReply(test.path, question)).toEqual(reply)
  })

  it('grows by what another review keeps at the same time', async () => {
    const { test, before } = await arranged()
    const entry = { sha: '2', completed_at: '2026-01-02T00:00:00Z', success: true }
    // As in another process: nothing that this one remembers is shared.
    vi.resetModules()
    const other = { ...(await import('../../io/reply-cache.ts')), ...(await import('../../io/review-state.ts')) }
    other.keepReply(test.path, question, reply, {})
    other.writeReviewState(join(test.path, '.review-loop/cache'), 'topic:main', entry)
    rmSync(join(test.path, '.review-loop/cache/replies/aa/earlier.json'))
    expect((await changesSince(before)).found).toEqual([])
    expect(findReply(test.path, question)).toEqual(reply)
    expect(readReviewState(join(test.path, '.review-loop/cache'), 'topic:main')).toEqual(entry)
  })

  it.each<[string, ProcessIdentity, readonly string[]]>([
    ['may be marked anew by a review at work beside this one', ownIdentity(), []],
    ['is marked by nobody who is no more', { ...ownIdentity(), started: 'never' }, ['state changed']],
    ['is marked by nobody else in its name', { ...ownIdentity(), pid: process.ppid, started: null }, ['state changed']],
  ])('%s', async (_, who, found) => {
    const { test, repository } = await arranged()
    const path = `agent-${process.pid}.lock`
    const mark = (record: string) => `${JSON.stringify({ ...who, root: test.path })}\n${JSON.stringify({ record })}\n`
    test.write({ [`.review-loop/${path}`]: mark('one') })
    const before = await takeFingerprint(repository)
    test.write({ [`.review-loop/${path}`]: mark('two') })
    expect(lines((await changesSince(before)).found)).toEqual(found.map((each) => `${each} ${path}`))
    const isLeft = readFileSync(join(test.path, '.review-loop', path), 'utf8') === mark('two')
    expect(isLeft).toBe(found.length === 0)
  })

  it.each<[string, (text: string) => string]>([
    ['says something else', (text) => text.replace('"2"', '"3"')],
    ['forgets a branch', (text) => JSON.stringify({ ...JSON.parse(text), reviews: {} })],
    ['is an earlier one', (text) => text.replace('2026-01-02', '2025-01-02')],
  ])('is what it was when the record of the last review %s', async (_, forge) => {
    const { test, repository } = await arranged()
    const folder = join(test.path, '.review-loop/cache')
    const path = '.review-loop/cache/review_state.json'
    writeReviewState(folder, 'topic:main', { sha: '2', completed_at: '2026-01-02T00:00:00Z', success: true })
    const text = readFileSync(join(test.path, path), 'utf8')
    const before = await takeFingerprint(repository)
    const forged = JSON.parse(forge(text))
    test.write({ [path]: JSON.stringify({ ...forged, digest: hashText(JSON.stringify(forged.reviews)) }) })
    await changesSince(before)
    expect(readFileSync(join(test.path, path), 'utf8')).toBe(text)
  })

  it('is known only as this process wrote it', async () => {
    const { test, before } = await arranged()
    keepReply(test.path, question, reply, {})
    const kept = listReplies(test.path).find(({ file }) => !file.endsWith('earlier.json'))?.file ?? ''
    rmSync(kept)
    test.write({ [kept.slice(test.path.length + 1)]: '{}' })
    expect((await changesSince(before)).found).toEqual([])
    expect(existsSync(kept)).toBe(false)
  })
})
