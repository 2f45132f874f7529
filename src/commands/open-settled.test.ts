import { existsSync, readFileSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createRepository,
  openedRepository,
  type TestRepository,
  temporaryFolder,
} from '../../test/support/repository.ts'
import { leaveMark } from '../agents/guard/leave-mark.ts'
import { takeFingerprint } from '../agents/guard/take-fingerprint.ts'
import { LoopError } from '../errors.ts'
import { openRepository } from '../io/git/repository.ts'
import { openSettled } from './open-settled.ts'

let home: string
beforeEach(() => {
  home = temporaryFolder()
  vi.stubEnv('HOME', home)
  return () => vi.unstubAllEnvs()
})

/** Two worktrees of one repository. */
function twoWorktrees(): { readonly main: TestRepository; readonly linked: TestRepository } {
  const main = createRepository()
  const path = join(temporaryFolder(), 'linked')
  main.git('worktree', 'add', '-q', '-b', 'other', path)
  return { main, linked: openedRepository(path) }
}

/** We were killed while an agent was at work there. */
async function killedIn({ path }: TestRepository): Promise<void> {
  const before = await takeFingerprint(await openRepository(path))
  leaveMark(before, { pid: 2 ** 30, started: 'never', host: hostname() })
}

/** What a start says: null when it goes on. */
async function startIn(path: string): Promise<{ readonly message: string; readonly hint: string } | null> {
  try {
    await openSettled(path)
    return null
  } catch (error) {
    if (!(error instanceof LoopError)) throw error
    return { message: error.message, hint: error.hint }
  }
}

const planted = (main: TestRepository) => main.write({ '.git/hooks/pre-commit': '#!/bin/sh\n' })

describe('a start in one worktree after a kill in the other', () => {
  it.each(['main', 'linked'] as const)('in %s, is told of a hook: they share it', async (where) => {
    const { main, linked } = twoWorktrees()
    const [there, here] = where === 'main' ? [main, linked] : [linked, main]
    await killedIn(there)
    planted(main)
    const said = await startIn(here.path)
    expect(said?.message).toContain(
      `at work in ${there.path}, and this is not as it was before: .git/hooks/pre-commit.`,
    )
    expect(said?.hint).toContain(join(there.path, '.review-loop/undone/'))
  })

  it.each<[what: string, work: (there: TestRepository) => unknown, said: string]>([
    ['its waivers', ({ write }) => write({ '.review-loop/waivers.yaml': 'x\n' }), '.review-loop/waivers.yaml'],
    ['its index', ({ git, write }) => write({ 'new.txt': '' }) ?? git('add', '-A'), 'what is staged'],
  ])('is told of %s, looked at where the agent was', async (_what, work, said) => {
    const { main, linked } = twoWorktrees()
    await killedIn(linked)
    work(linked)
    expect((await startIn(main.path))?.message).toContain(`not as it was before: ${said}.`)
  })

  it.each<[what: string, file: string]>([
    ['a waiver', 'waivers.yaml'],
    ['settings', 'config.yaml'],
    ['a rule', 'rules/own.md'],
  ])('is told of %s that was planted here', async (_what, file) => {
    const { main, linked } = twoWorktrees()
    await killedIn(linked)
    main.write({ [`.review-loop/${file}`]: 'x\n', '.review-loop/sessions/1/journal.jsonl': 'ours\n' })
    const planted = join(main.path, '.review-loop', file)
    expect((await startIn(main.path))?.message).toContain(`not as it was before: ${planted}.`)
    rmSync(planted)
    expect(await startIn(main.path)).toBeNull()
  })

  it('is told when what was written down is gone', async () => {
    const { main, linked } = twoWorktrees()
    await killedIn(linked)
    rmSync(join(home, '.local'), { recursive: true })
    expect((await startIn(main.path))?.message).toContain('gone or was changed')
  })

  it('goes on where nothing changed but the work of its user here', async () => {
    const { main, linked } = twoWorktrees()
    await killedIn(linked)
    main.commit('mine', { 'mine.txt': 'mine\n' })
    expect(await startIn(main.path)).toBeNull()
    expect(await startIn(linked.path)).toBeNull()
  })

  it('is told when that one is gone', async () => {
    const { main, linked } = twoWorktrees()
    await killedIn(linked)
    main.git('worktree', 'remove', '--force', linked.path)
    const said = await startIn(main.path)
    expect(said).toMatchObject({
      message: expect.stringContaining('that folder is gone'),
      hint: expect.stringContaining('rm -f'),
    })
    expect(existsSync(linked.path)).toBe(false)
  })
})

describe('a start after a kill and without .git', () => {
  const lost = { message: expect.stringMatching(/was killed .* and its \.git is gone\.$/) }

  it('says so, and keeps what is known of it', async () => {
    const test = createRepository()
    await killedIn(test)
    rmSync(join(test.path, '.git'), { recursive: true })
    test.write({ 'src/a.js': '' })
    const said = await startIn(join(test.path, 'src'))
    expect(said).toMatchObject(lost)
    const [, kept = ''] = /objects of git: (.+)\), then start again\.$/.exec(said?.hint ?? '') ?? []
    expect(readFileSync(join(kept, 'HEAD'), 'utf8')).toBe('ref: refs/heads/topic\n')
  })

  it('says so inside another repository', async () => {
    const outer = createRepository()
    const test = createRepository()
    const path = join(outer.path, 'inner')
    outer.git('clone', '-q', test.path, path)
    await killedIn(openedRepository(path))
    rmSync(join(path, '.git'), { recursive: true })
    expect(await startIn(path)).toMatchObject(lost)
    expect(await startIn(dirname(path))).toBeNull()
  })

  it('says so in both worktrees', async () => {
    const { main, linked } = twoWorktrees()
    await killedIn(linked)
    rmSync(join(main.path, '.git'), { recursive: true })
    const message = expect.stringContaining('was killed while an agent was at work')
    expect([await startIn(main.path), await startIn(linked.path)]).toMatchObject([{ message }, { message }])
  })

  it('says so where a linked worktree lost its own', async () => {
    const { linked } = twoWorktrees()
    await killedIn(linked)
    rmSync(join(linked.path, '.git'))
    expect(await startIn(linked.path)).toMatchObject(lost)
  })

  it('says nothing of it where no agent was at work', async () => {
    expect((await startIn(temporaryFolder()))?.message).toContain('is not inside a git repository')
  })
})
