import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync,
} from 'node:fs' // biome-ignore format: a list of names
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { machineAt, settingsOf, taskIn } from '../../test/kit/agent-call.ts'
import { busyRepository, stateOf } from '../../test/support/busy-repository.ts'
import {
  createRepository,
  emptyRepository,
  openedRepository,
  type TestRepository,
  temporaryFolder,
} from '../../test/support/repository.ts'
import { abandonedMarks } from '../io/agent-mark.ts'
import { openRepository } from '../io/git/repository.ts'
import { readWorkState, snapshotWorkTree } from '../io/git/snapshot.ts'
import { ensureStateFolder } from '../io/state-folder.ts'
import type { Agent, AgentReply, AgentTask } from '../types.ts'
import { createCommandAgent } from './command.ts'
import { createCopies } from './guard/copies.ts'
import { guardAgent, type Outside } from './guarded-agent.ts'
import { createLimiter } from './limiter.ts'
import { finishReply } from './reply.ts'
import { type BudgetLimits, createSharedBudget } from './shared-budget.ts'

const never = new AbortController().signal

beforeEach(() => {
  vi.stubEnv('HOME', temporaryFolder())
  return () => vi.unstubAllEnvs()
})

/** Calls an agent that does `work` in the folder it is given and then says that all is well. */
async function call(
  test: TestRepository,
  work: (workspace: TestRepository) => unknown,
  task: Partial<AgentTask> = {},
  held = false,
): Promise<AgentReply> {
  const run = async ({ workspace }: AgentTask) => {
    await work(openedRepository(workspace))
    return finishReply(performance.now(), {
      status: 'ok',
      reason: null,
      text: `looked at ${workspace}/src`,
      structured: { path: `${workspace}/src` },
    })
  }
  return guard({ name: 'mine', run }, test, task, unlimitedTogether, { held })
}

/** One that we have worked in before. */
function usedRepository(): TestRepository {
  const test = busyRepository()
  ensureStateFolder(test.path)
  return test
}

const unlimitedTogether = { timeMs: null, dollars: null, atOnce: 4 }

async function guard(
  agent: Agent,
  test: TestRepository,
  task: Partial<AgentTask> = {},
  together: BudgetLimits = unlimitedTogether,
  {
    held = false,
    commit = null,
    hidden,
    ...rest
  }: { held?: boolean; commit?: string | null; hidden?: ReadonlySet<string>; outside?: Outside } = {},
): Promise<AgentReply> {
  const repository = await openRepository(test.path)
  const limiter = createLimiter({ overall: 4, perAgent: 4 })
  const budget = createSharedBudget(together)
  const copies = createCopies(repository, commit, hidden)
  try {
    return await guardAgent(agent, { repository, limiter, budget, copies, held, ...rest }).run(
      taskIn(test.path, { task }),
      never,
    )
  } finally {
    await copies.close()
  }
}

type Work = (workspace: TestRepository) => unknown

describe('an agent whose sandbox cannot be started for a call', () => {
  const replying = (reply: Partial<AgentReply>, work: Work = () => {}): Agent & { readonly places: string[] } => {
    const places: string[] = []
    const run = async ({ workspace }: AgentTask) => {
      places.push(workspace)
      await work(openedRepository(workspace))
      return finishReply(performance.now(), { status: 'ok', reason: null, ...reply })
    }
    return { name: 'mine', run, places }
  }
  const unstarted = { status: 'sandbox', reason: 'bwrap: no', sandboxFailed: true } as const

  it('is asked once more outside of it: a reviewer in a copy, and that is told', async () => {
    const test = usedRepository()
    const [inside, agent, told] = [replying(unstarted), replying({ text: 'Fine.' }), [] as string[]]
    const outside = { agent, onUse: (reason: string) => told.push(reason) }
    expect(await guard(inside, test, {}, unlimitedTogether, { held: true, outside })).toMatchObject({ text: 'Fine.' })
    expect([inside.places, agent.places.length, told]).toEqual([[test.path], 1, ['bwrap: no']])
    expect(agent.places).not.toContain(test.path)
  })

  it('is watched outside of it: what a fixer may not change is undone', async () => {
    const test = usedRepository()
    const agent = replying({}, ({ git }) => git('config', 'user.name', 'Somebody'))
    const outside = { agent, onUse: () => {} }
    const task = { role: 'fixer', mayWrite: true } as const
    const reply = await guard(replying(unstarted), test, task, unlimitedTogether, { held: true, outside })
    expect(reply).toMatchObject({ status: 'refused', reason: expect.stringContaining('config') })
  })

  it.each<[string, Partial<AgentReply>, boolean]>([
    ['where it may not run without one', unstarted, false],
    ['whose program started and failed', { status: 'crashed', reason: 'bwrap: no' }, true],
    ['whose own sandbox does not work', { status: 'sandbox', reason: 'bwrap: no' }, true],
  ])('is not asked again: one %s', async (_, reply, mayRunOutside) => {
    const agent = replying({})
    const outside = { agent, onUse: () => {} }
    const held = { held: true, ...(mayRunOutside ? { outside } : {}) }
    expect(await guard(replying(reply), usedRepository(), {}, unlimitedTogether, held)).toMatchObject(reply)
    expect(agent.places).toEqual([])
  })
})

describe('a reviewer without a sandbox', () => {
  it.each<[string, Work]>([
    ['edits a file', ({ write }) => write({ 'clean.txt': 'evil\n' })],
    ['overwrites uncommitted work', ({ write }) => write({ 'edited.txt': 'evil\n' })],
    ['adds a file', ({ write }) => write({ 'evil/new.txt': 'evil\n' })],
    ['adds an ignored file', ({ write }) => write({ 'dist/evil.js': 'evil\n' })],
    ['stages', ({ git }) => git('add', '-A')],
    ['commits', ({ git }) => git('commit', '-qam', 'evil')],
    ['switches branches', ({ git }) => git('switch', '-q', '--force', 'two')],
    ['stashes', ({ git }) => git('stash', '-q', '-u')],
    ['throws everything away', ({ git }) => git('reset', '-q', '--hard') + git('clean', '-fdxq')],
    ['moves a branch', ({ git }) => git('branch', '-f', 'two', 'HEAD~1')],
    ['drops the stash', ({ git }) => git('update-ref', '-d', 'refs/stash')],
    ['adds a hook', ({ write }) => write({ '.git/hooks/pre-commit': 'evil\n' })],
    ['changes the configuration', ({ git }) => git('config', 'core.pager', 'evil')],
    ['adds a worktree', ({ git }) => git('worktree', 'add', '-q', 'wt', 'two')],
    ['deletes the objects', ({ path }) => rmSync(join(path, '.git/objects'), { recursive: true })],
    ['deletes .git', ({ path }) => rmSync(join(path, '.git'), { recursive: true })],
    ['deletes .git and asks git all the same', ({ path }) => {
      rmSync(join(path, '.git'), { recursive: true })
      execFileSync('sh', ['-c', 'git commit -qam evil 2>&1 || true'], { cwd: path })
    }],
    ['deletes everything', ({ path }) => rmSync(path, { recursive: true })],
    ['prunes and collects', ({ git, write }) => {
      write({ 'x.txt': 'x' })
      git('stash', 'clear')
      git('reflog', 'expire', '--expire=now', '--all')
      git('gc', '-q', '--prune=now')
    }],
  ])('is rejected when it %s, and nothing of the user has changed', async (_name, work) => {
    const test = usedRepository()
    const original = stateOf(test)
    const reply = await call(test, work)
    expect(reply).toMatchObject({ status: 'refused', reason: expect.stringContaining('in a copy, which is gone') })
    expect(stateOf(test)).toEqual(original)
    expect(test.git('fsck', '--connectivity-only')).not.toContain('missing')
  }) // biome-ignore format: one attack, one row

  it('may look, and is believed', async () => {
    const test = usedRepository()
    const original = stateOf(test)
    const reply = await call(test, ({ git }) => [
      git('status'),
      git('diff'),
      git('log', '-p'),
      git('blame', 'clean.txt'),
    ])
    expect(reply).toMatchObject({ status: 'ok', text: `looked at ${test.path}/src` })
    expect(reply.structured).toEqual({ path: `${test.path}/src` })
    expect(stateOf(test)).toEqual(original)
  })

  it('finds everything as it is in the workspace, but for what git ignores, hooks and remotes', async () => {
    const test = usedRepository()
    test.git('remote', 'add', 'origin', 'https://user:word@example.invalid/x.git')
    const seen: unknown[] = []
    const views = [
      ['status', '--porcelain', '--untracked-files=all'], ['diff'], ['diff', '--cached'], ['log', '--all', '--format=%H'],
      ['for-each-ref', '--format=%(refname) %(objectname)'], ['symbolic-ref', 'HEAD'],
    ] // biome-ignore format: a list of commands
    const view = ({ git }: TestRepository) => views.map((args) => git(...args))
    await call(test, (workspace) => {
      seen.push(view(workspace), readdirSync(workspace.path), workspace.git('remote'), workspace.path)
      expect(readFileSync(join(workspace.path, 'edited.txt'), 'utf8')).toBe('edited by the user\r\n')
      expect(existsSync(join(workspace.path, '.git/hooks'))).toBe(false)
    })
    const names = readdirSync(test.path).filter((name) => !['dist', '.env', 'remote'].includes(name))
    expect(seen).toEqual([view(test), names, '', expect.not.stringContaining(test.path)])
    expect(existsSync(dirname(String(seen[3])))).toBe(false)
  })

  it('is a real program that finds itself in the copy', async () => {
    const test = usedRepository()
    const original = stateOf(test)
    const settings = { command: `sh -c 'cat edited.txt; pwd; rm -rf .git *'` }
    const agent = createCommandAgent(settingsOf('command', { settings }), machineAt(test.path))
    const reply = await guard(agent, test)
    expect(reply).toMatchObject({ status: 'refused', text: expect.stringContaining('edited by the user') })
    expect(stateOf(test)).toEqual(original)
  })

  it.each<[string, Work, Work]>([
    [
      'edit',
      ({ write }) => write({ 'edited.txt': 'and edited again\n', 'fresh.txt': 'new\n', 'src/other.js': null }),
      ({ path }) => {
        expect(readFileSync(join(path, 'edited.txt'), 'utf8')).toBe('and edited again\n')
        expect(existsSync(join(path, 'fresh.txt'))).toBe(true)
        expect(existsSync(join(path, 'src/other.js'))).toBe(false)
      },
    ],
    [
      'stage',
      ({ git }) => git('add', '-A'),
      ({ git }) => expect(git('status', '--short')).toContain('A  untracked.txt'),
    ],
    [
      'commit',
      ({ git }) => git('commit', '-qam', 'mine', '--no-verify'),
      ({ git }) => expect(git('log', '-1', '--format=%s')).toBe('mine\n'),
    ],
    [
      'switch branches',
      ({ git }) => git('switch', '-q', '-c', 'other'),
      ({ git }) => expect(git('branch', '--show-current')).toBe('other\n'),
    ],
    ['stash', ({ git }) => git('stash', '-q', '-u'), ({ git }) => expect(git('stash', 'list')).toContain('stash@{1}')],
  ])('is rejected when its user does %s meanwhile, and the work of the user stays', async (_name, work, check) => {
    const test = usedRepository()
    let worked: unknown
    const reply = await call(test, () => {
      work(test)
      worked = stateOf(test)
    })
    expect(reply).toMatchObject({ status: 'refused', reason: expect.stringContaining('nothing was undone') })
    expect(stateOf(test)).toEqual(worked)
    check(test)
  })

  it('has what it overwrote outside of its copy kept as it was', async () => {
    const test = usedRepository()
    const head = test.git('rev-parse', 'topic').trim()
    const other = readFileSync(join(test.path, 'src/other.js'), 'utf8')
    const reply = await call(test, () => {
      test.write({ 'edited.txt': 'evil\n', '.git/hooks/pre-commit': 'evil\n', '.review-loop/waivers.yaml': 'evil\n' })
      test.write({ 'clean.txt': 'evil\n', 'src/other.js': null, 'new.txt': 'evil\n' })
      test.git('commit', '-qam', 'evil', '--no-verify')
    })
    const folder = /[^ ]+$/.exec(reply.reason ?? '')?.[0] ?? ''
    const kept = (name: string) => readFileSync(join(test.path, folder, name), 'utf8')
    expect(kept('before/files/edited.txt')).toBe('edited by the user\r\n')
    expect(kept('before/files/clean.txt')).toBe('clean\n')
    expect(kept('before/files/src/other.js')).toBe(other)
    expect(existsSync(join(test.path, folder, 'before/files/new.txt'))).toBe(false)
    expect(kept('before/git/hooks/pre-commit')).toBe('#!/bin/sh\nexit 0\n')
    expect(kept('before/review-loop/waivers.yaml')).toBe('waivers: []\n')
    expect(JSON.parse(kept('changed.json'))).toContainEqual({
      area: 'ref',
      kind: 'changed',
      path: 'refs/heads/topic',
      was: head,
    })
  })

  it('cannot leave anything in our own folder that is believed later', async () => {
    const test = usedRepository()
    const waivers = join(test.path, '.review-loop/waivers.yaml')
    const reply = await call(test, () => test.write({ '.review-loop/waivers.yaml': 'waivers: [all]\n' }))
    expect(reply).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining('state waivers.yaml; that was undone'),
    })
    expect(readFileSync(waivers, 'utf8')).toBe('waivers: []\n')
    const folder = /[^ ]+$/.exec(reply.reason ?? '')?.[0] ?? ''
    expect(readFileSync(join(test.path, folder, 'review-loop/waivers.yaml'), 'utf8')).toBe('waivers: [all]\n')
  })

  it.each<[what: string, work: Work, isAwaited: boolean]>([
    ['a hook', ({ write }) => write({ '.git/hooks/post-commit': 'evil\n' }), true],
    ['a waiver that git may have brought', ({ git, write }) => {
      git('branch', '-f', 'two', 'HEAD~1')
      write({ '.review-loop/waivers.yaml': 'evil\n' })
    }, true],
    ['a waiver, which is undone', ({ write }) => write({ '.review-loop/waivers.yaml': 'evil\n' }), false],
    ['a file', ({ write }) => write({ 'clean.txt': 'evil\n' }), false],
    ['a commit on the branch that is checked out', ({ git }) => git('commit', '-q', '--no-verify', '-m', 'x'), false],
  ])('leaves to a person what it did outside of its copy: %s', async (_what, work, isAwaited) => {
    const test = usedRepository()
    expect(await call(test, () => work(test))).toMatchObject({ status: 'refused' })
    const marks = abandonedMarks({ root: test.path, common: join(test.path, '.git') })
    expect(marks.map(({ isHeld }) => isHeld)).toEqual(isAwaited ? [true] : [])
  }) // biome-ignore format: one attack, one row

  it.each<[who: string, task: Partial<AgentTask>]>([
    ['', {}],
    [', nor can a fixer', { role: 'fixer', mayWrite: true }],
  ])('cannot leave a waiver in another worktree that is believed there%s', async (_who, task) => {
    const test = usedRepository()
    const other = join(temporaryFolder(), 'other')
    test.git('worktree', 'add', '-q', '-b', 'other', other)
    const linked = openedRepository(other)
    linked.write({ '.review-loop/waivers.yaml': 'waivers: []\n' })
    const reply = await call(test, () => linked.write({ '.review-loop/waivers.yaml': 'evil\n' }), task)
    const reason = expect.stringContaining(`worktree ${other}/.review-loop/waivers.yaml`)
    expect(reply).toMatchObject({ status: 'refused', reason })
    expect(abandonedMarks({ root: other, common: join(test.path, '.git') })).toMatchObject([{ isHeld: true }])
  })

  it('cannot change a session of ours under cover of a moved branch', async () => {
    const test = usedRepository()
    test.write({ '.review-loop/sessions/1/journal.jsonl': 'ours\n' })
    await call(test, () => {
      test.git('branch', '-f', 'two', 'HEAD~1')
      test.write({ '.review-loop/sessions/1/journal.jsonl': 'evil\n' })
    })
    expect(readFileSync(join(test.path, '.review-loop/sessions/1/journal.jsonl'), 'utf8')).toBe('ours\n')
  })

  it('is not rejected for what builds write meanwhile', async () => {
    const test = usedRepository()
    expect(await call(test, () => test.write({ 'dist/bundle.js': 'rebuilt\n' }))).toMatchObject({ status: 'ok' })
  })

  it('is rejected when the repository is gone, which comes back, also inside another one', async () => {
    const outer = usedRepository()
    const path = join(outer.path, 'inner')
    mkdirSync(path)
    const test = emptyRepository(path)
    test.commit('Start', { 'a.txt': 'a\n' })
    ensureStateFolder(path)
    const original = stateOf(test)
    const reply = await call(test, () => rmSync(join(path, '.git'), { recursive: true }))
    const reason = expect.stringMatching(/\.git was deleted or damaged, by you or by it; it was brought back$/)
    expect(reply).toMatchObject({ status: 'refused', reason })
    expect(stateOf(test)).toEqual(original)
    expect(test.git('fsck')).not.toContain('missing')
  })
})

describe('unusual workspaces', () => {
  it.each<[string, (test: TestRepository) => unknown]>([
    ['without a commit', ({ git }) => git('checkout', '-q', '--orphan', 'empty')],
    ['with a detached HEAD', ({ git }) => git('checkout', '-q', '--detach')],
    ['with a split index', ({ git }) => git('update-index', '--split-index')],
    ['with converted line ends', ({ git, write }) => {
      git('config', 'core.autocrlf', 'true')
      write({ 'crlf.txt': 'one\r\ntwo\r\n' })
      git('add', 'crlf.txt')
    }],
    ['with a sparse checkout', ({ git }) => git('stash', '-q', '-u') + git('sparse-checkout', 'set', '--no-cone', '/src/')],
    ['in the middle of a merge', ({ git, commit }) => {
      git('stash', '-q', '-u')
      git('switch', '-q', 'two')
      commit('theirs', { 'clean.txt': 'theirs\n' })
      git('switch', '-q', 'topic')
      commit('ours', { 'clean.txt': 'ours\n' })
      expect(() => git('merge', '-q', 'two')).toThrow()
    }],
  ])('%s', async (_name, prepare) => {
    const test = usedRepository()
    prepare(test)
    await expectSame(test)
  }) // biome-ignore format: one workspace, one row

  it('a linked worktree', async () => {
    const path = join(temporaryFolder(), 'linked')
    busyRepository().git('worktree', 'add', '-q', path, 'two')
    await expectSame(openedRepository(path))
  })

  it('with long object names', async () => {
    const path = temporaryFolder()
    execFileSync('git', ['init', '-q', '--template=', '--object-format=sha256', path])
    const test = openedRepository(path)
    test.commit('Start', { 'a.txt': 'a\n' })
    await expectSame(test)
  })

  it('in a hook, whose variables point git to the original', async () => {
    const test = usedRepository()
    const original = stateOf(test)
    Object.assign(process.env, { GIT_DIR: join(test.path, '.git'), GIT_INDEX_FILE: join(test.path, '.git', 'index') })
    const reply = await call(test, ({ path }) => writeFileSync(join(path, 'clean.txt'), 'evil\n'))
    for (const name of ['GIT_DIR', 'GIT_INDEX_FILE']) delete process.env[name]
    expect(reply).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining('file clean.txt; that was in a copy'),
    })
    expect(stateOf(test)).toEqual(original)
  })

  afterEach(() => {
    for (const name of ['GIT_DIR', 'GIT_INDEX_FILE']) delete process.env[name]
  })

  /** The copy looks like the original, looking is allowed, and writing is noticed. */
  async function expectSame(test: TestRepository): Promise<void> {
    const views = [
      ['status', '--porcelain'],
      ['diff'],
      ['diff', '--cached'],
      ['log', '--all', '--format=%H'],
      ['ls-files', '--stage'],
    ]
    const view = ({ git }: TestRepository) => views.map((args) => git(...args))
    const seen: unknown[] = []
    expect(await call(test, (workspace) => seen.push(view(workspace)))).toMatchObject({ status: 'ok' })
    expect(seen).toEqual([view(test)])
    const evil = await call(test, ({ write }) => write({ 'evil.txt': 'evil\n' }))
    expect(evil.reason).toContain('file evil.txt')
  }
})

describe('a fixer without a sandbox', () => {
  const fixer = { role: 'fixer', mayWrite: true } as const

  it('works in the repository itself, and its edits stay', async () => {
    const test = usedRepository()
    const reply = await call(test, ({ write }) => write({ 'clean.txt': 'fixed\n' }), fixer)
    expect(reply).toMatchObject({ status: 'ok' })
    expect(readFileSync(join(test.path, 'clean.txt'), 'utf8')).toBe('fixed\n')
  })

  it.each<[string, Work, string?]>([
    ['all of .git', ({ path }) => rmSync(join(path, '.git'), { recursive: true })],
    ['the objects', ({ path }) => rmSync(join(path, '.git/objects'), { recursive: true }), 'they were brought back'],
    ['.git, and makes a new one', ({ path, git }) => {
      rmSync(join(path, '.git'), { recursive: true })
      git('init', '-q', '--template=')
      git('add', '-A')
      git('commit', '-qm', 'evil')
    }],
  ])('is rejected when it deletes %s, which comes back', async (_name, work, said = 'that was undone') => {
    const test = usedRepository()
    test.git('repack', '-qdn')
    const original = stateOf(test)
    const reply = await call(test, work, fixer)
    expect(reply).toMatchObject({ status: 'refused', reason: expect.stringContaining(said) })
    expect(stateOf(test)).toEqual(original)
    expect(test.git('fsck')).not.toContain('missing')
  }) // biome-ignore format: one attack, one row

  it.each<[string, Work]>([
    ['switches branches', ({ git }) => git('switch', '-q', '-c', 'other')],
    ['stashes', ({ git }) => git('stash', '-q')],
  ])(
    'is rejected when it %s: all files are as they were, and what was written meanwhile is named with its place',
    async (_name, work) => {
      const test = usedRepository()
      const original = stateOf(test)
      const act: Work = (workspace) => {
        work(workspace)
        workspace.write({ 'clean.txt': 'fixed\n', 'new.txt': 'new\n' })
      }
      const { status, reason } = await call(test, act, fixer)
      expect({ status, reason }).toMatchObject({
        status: 'refused',
        reason: expect.stringMatching(/so was .*file clean\.txt/),
      })
      const folder = /kept in (\S+)/.exec(reason ?? '')?.[1] ?? ''
      expect(readFileSync(join(test.path, folder, 'files/new.txt'), 'utf8')).toBe('new\n')
      expect(stateOf(test)).toEqual(original)
    },
  )

  it('is rejected when the objects cannot be brought back, which is said', async () => {
    const test = usedRepository()
    const overwrite: Work = ({ path, git }) => {
      const name = git('rev-parse', 'HEAD^{tree}').trim()
      const file = join(path, '.git/objects', name.slice(0, 2), name.slice(2))
      chmodSync(file, 0o644)
      writeFileSync(file, 'evil')
    }
    const reply = await call(test, overwrite, fixer)
    expect(reply).toMatchObject({ status: 'refused', reason: expect.stringContaining('cannot be undone') })
  })
})

describe('objects of git that hold something else than their name says', () => {
  const evil = 'evil\n'
  const nameOf = (text: string) => createHash('sha1').update(`blob ${text.length}\0${text}`).digest('hex')
  const objectIn = (store: string, name: string) => join(store, name.slice(0, 2), name.slice(2))
  const plant = (file: string, text: string): void => {
    mkdirSync(dirname(file), { recursive: true })
    rmSync(file, { force: true })
    writeFileSync(file, deflateSync(`blob ${text.length}\0${text}`))
  }
  const ours = '.review-loop/cache/objects'

  it.each<[who: 'reviewer' | 'fixer', string, (test: TestRepository) => unknown]>([
    ['fixer', 'planted among our snapshots', ({ path }) => plant(objectIn(join(path, ours), nameOf(evil)), 'good\n')],
    ['reviewer', 'planted in .git', ({ path }) => plant(objectIn(join(path, '.git/objects'), nameOf(evil)), 'good\n')],
    ['reviewer', 'lent from elsewhere', ({ path, write }) => {
      plant(objectIn(join(path, 'dist'), nameOf(evil)), 'good\n')
      write({ [`${ours}/info/alternates`]: join(path, 'dist') })
    }],
    ['fixer', 'behind a link', ({ path }) => {
      plant(objectIn(join(path, 'dist'), nameOf(evil)), 'good\n')
      rmSync(join(path, ours), { recursive: true })
      symlinkSync(join(path, 'dist'), join(path, ours))
    }],
    ['reviewer', 'in place of one of ours', ({ path }) => plant(objectIn(join(path, ours), nameOf('known\n')), 'good\n')],
    ['fixer', 'written into one of ours', ({ path }) => {
      const file = objectIn(join(path, ours), nameOf('known\n'))
      chmodSync(file, 0o644)
      writeFileSync(file, 'damaged')
    }],
    ['reviewer', 'deleted', ({ path }) => rmSync(join(path, ours), { recursive: true })],
  ])('are never believed: by a %s, %s', async (role, _name, attack) => {
    const test = usedRepository()
    test.write({ 'known.txt': 'known\n' })
    const repository = await openRepository(test.path)
    const snapshot = async () => snapshotWorkTree(repository, await readWorkState(repository))
    await snapshot()
    const reply = await call(test, () => attack(test), { role, mayWrite: role === 'fixer' })
    expect(reply).toMatchObject({ status: 'refused', reason: expect.stringMatching(/objects of git were (forged|deleted)/) })
    test.write({ 'clean.txt': evil })
    const tree = await snapshot()
    const shown = await Promise.all(['clean', 'known'].map((name) => repository.read(['show', `${tree}:${name}.txt`])))
    expect(shown).toEqual([evil, 'known\n'])
  }) // biome-ignore format: one attack, one row

  it('are told from those that git or we write meanwhile', async () => {
    const test = usedRepository()
    const repository = await openRepository(test.path)
    const reply = await call(test, async () => {
      test.git('gc', '-q')
      test.git('commit-graph', 'write', '--reachable')
      test.git('stash', 'create')
      test.write({ 'dist/large': randomBytes(100_000) })
      test.git('hash-object', '-w', 'dist/large')
      await snapshotWorkTree(repository, await readWorkState(repository))
    })
    expect(reply).toMatchObject({ status: 'ok' })
  })
})

it.each<[who: string, task: Partial<AgentTask>, held: boolean, marks: readonly string[]]>([
  ['a fixer without a sandbox', { role: 'fixer', mayWrite: true }, false, [`agent-${process.pid}.lock`]],
  ['a reviewer without a sandbox', {}, false, [`agent-${process.pid}.lock`]],
  ['a reviewer in a sandbox', {}, true, []],
])('while %s works, how things were is on the disk where it could write', async (_who, task, held, expected) => {
  const test = usedRepository()
  const marks = () => readdirSync(join(test.path, '.review-loop')).filter((name) => name.startsWith('agent-'))
  const meanwhile: string[] = []
  await call(test, () => meanwhile.push(...marks()), task, held)
  expect([meanwhile, marks()]).toEqual([expected, []])
})

describe('side by side', () => {
  it('reviewers work at the same time, each in its own copy, and a fixer alone', async () => {
    const test = usedRepository()
    const folders: string[] = []
    let inside = 0
    const meet: Work = async ({ path }) => {
      folders.push(path)
      inside++
      while (folders.length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
      inside--
    }
    const fix: Work = ({ path, write }) => {
      expect([path, inside]).toEqual([test.path, 0])
      write({ 'clean.txt': 'fixed\n' })
    }
    const fixer = { role: 'fixer', mayWrite: true } as const
    const replies = await Promise.all([
      call(test, meet),
      call(test, meet),
      call(test, fix, fixer),
      call(test, () => {}),
    ])
    expect(replies.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok'])
    expect(new Set(folders).size).toBe(2)
    expect(readFileSync(join(test.path, 'clean.txt'), 'utf8')).toBe('fixed\n')
  })
})

describe('a reviewer of a commit that is not checked out', () => {
  const settings = {
    command: `sh -c 'git log -1 --format=%s; git rev-parse --verify -q topic; git status --short; cat clean.txt; pwd'`,
  }

  it.each([
    ['with', true],
    ['without', false],
  ])('sees its files, and the history of all, %s a sandbox', async (_, held) => {
    const test = usedRepository()
    const commit = test
      .git('commit-tree', '-p', 'HEAD', '-m', 'Other', treeWith(test, 'clean.txt', 'as reviewed\n'))
      .trim()
    test.git('branch', 'other', commit)
    const original = stateOf(test)
    const agent = createCommandAgent(settingsOf('command', { settings }), {
      ...machineAt(test.path),
      transcripts: '.review-loop/reviews/t',
    })
    const reply = await guard(agent, test, {}, unlimitedTogether, { held, commit })
    // What it says about files is meant for those of the repository.
    const text = ['Other', test.git('rev-parse', 'topic').trim(), 'as reviewed', test.path].join('\n')
    expect(reply).toMatchObject({ reason: null, text })
    rmSync(join(test.path, '.review-loop/reviews'), { recursive: true })
    expect(stateOf(test)).toEqual(original)
  })

  it('sees also what a partial clone has to fetch first', async () => {
    const source = emptyRepository()
    source.git('config', 'uploadpack.allowFilter', 'true')
    const commit = source.commit('Old', { 'clean.txt': 'as reviewed\n' }).trim()
    source.commit('New', { 'clean.txt': 'newer\n' })
    const clone = join(temporaryFolder(), 'clone')
    source.git('clone', '-q', '--filter=blob:none', `file://${source.path}`, clone)
    const read = { command: 'cat clean.txt' }
    const agent = createCommandAgent(settingsOf('command', { settings: read }), machineAt(clone))
    const reply = await guard(agent, openedRepository(clone), {}, unlimitedTogether, { held: true, commit })
    expect(reply).toMatchObject({ reason: null, text: 'as reviewed' })
  })

  function treeWith(test: TestRepository, path: string, text: string): string {
    const env = { ...process.env, GIT_INDEX_FILE: join(temporaryFolder(), 'index') }
    const git = (args: readonly string[], input?: string) =>
      execFileSync('git', args, {
        cwd: test.path,
        env,
        encoding: 'utf8',
        ...(input === undefined ? {} : { input }),
      }).trim()
    git(['read-tree', 'HEAD'])
    const blob = git(['hash-object', '-w', '--stdin'], text)
    git(['update-index', '--cacheinfo', `100644,${blob},${path}`])
    return git(['write-tree'])
  }
})

it.each([
  ['a branch, with', true, []],
  ['a branch, without', false, []],
  ['no branch, without', false, ['checkout', '-q', '--detach']],
])(
  'a reviewer does not see commits that are hidden from it, but their files: on %s a sandbox',
  async (_, held, checkout) => {
    const test = emptyRepository()
    test.commit('The work', { 'a.txt': 'wrong\n' })
    const first = test.commit('fix: what round 1 found', { 'a.txt': 'better\n' }).trim()
    const second = test.commit('fix: what round 2 found', { 'a.txt': 'right\n' }).trim()
    test.git('branch', 'kept', first)
    if (checkout.length > 0) test.git(...checkout)
    test.git('update-ref', 'refs/review-loop/undone/1/topic', second)
    test.write({ 'b.txt': 'not committed\n' })
    ensureStateFolder(test.path)
    const command = `sh -c 'git log --all --format=%s; git status --short; cat a.txt; cat .git/logs/HEAD 2>&1 | grep -c fix'`
    const agent = createCommandAgent(settingsOf('command', { settings: { command } }), machineAt(test.path))
    const hidden = new Set([first, second])
    const reply = await guard(agent, test, {}, unlimitedTogether, { held, hidden })
    expect(reply.text.split('\n')).toEqual(['The change under review', 'The work', '?? b.txt', 'right', '0'])
    expect(test.git('log', '-1', '--format=%s').trim()).toBe('fix: what round 2 found')
  },
)

describe('an answer that took more than planned', () => {
  const usage = { inputTokens: 1000, cachedTokens: 200, outputTokens: 50, costUsd: 0.5 }
  const run = async () => finishReply(performance.now(), { status: 'ok', reason: null, text: 'Fine.', usage })
  const agent: Agent = { name: 'mine', run }
  const unlimited = { seconds: 20, turns: null, tokens: null, dollars: null }

  it.each([
    [{ tokens: 1249 }, 'It used more than 1249 tokens.'],
    [{ dollars: 0.4 }, 'It used more than 0.4 dollars.'],
  ])('does not count beyond the limit of one call: %j', async (limit, reason) => {
    const reply = await guard(agent, usedRepository(), { budget: { ...unlimited, ...limit } })
    expect(reply).toMatchObject({ status: 'over_budget', reason, usage })
  })

  it('counts within it, also beyond its share of what all calls may cost: it is paid for', async () => {
    const budget = { ...unlimited, tokens: 1250, dollars: 0.5 }
    const limits = { timeMs: null, dollars: 0.1, atOnce: 4 }
    const reply = await guard(agent, usedRepository(), { budget }, limits)
    expect(reply).toMatchObject({ status: 'ok', text: 'Fine.' })
  })
})

describe('a call that is made again', () => {
  it('has what is left of its time, and fails for its first reason', async () => {
    const given: number[] = []
    const run = async ({ budget }: AgentTask) => {
      given.push(budget.seconds)
      const [status, reason] =
        given.length === 1 ? (['server', 'HTTP 503'] as const) : (['timed_out', 'it took too long'] as const)
      return finishReply(performance.now(), { status, reason, text: '', retryAfterMs: 300 })
    }
    const budget = { seconds: 20, turns: null, tokens: null, dollars: null }
    const reply = await guard({ name: 'mine', run }, usedRepository(), { budget }, unlimitedTogether, {
      held: true,
    })
    expect(reply).toMatchObject({ status: 'server', reason: 'HTTP 503; it took too long' })
    expect(given).toHaveLength(2)
    expect(given[1]).toBeLessThan(19.8)
  })

  it('has cost what its last try did when the service was busy before', async () => {
    const usage = { inputTokens: 1000, cachedTokens: 200, outputTokens: 50, costUsd: 0.5 }
    let tries = 0
    const run = async () => {
      const busy = { status: 'rate_limited', reason: 'HTTP 429', retryAfterMs: 1 } as const
      return finishReply(performance.now(), tries++ === 0 ? busy : { status: 'ok', reason: null, text: 'Fine.', usage })
    }
    const agent = { name: 'mine', run }
    expect(await guard(agent, usedRepository(), {}, unlimitedTogether, { held: true })).toMatchObject({ usage })
  })

  it('keeps those back that wait for its turn', async () => {
    const test = createRepository()
    const repository = await openRepository(test.path)
    const asked: string[] = []
    const run = async ({ name }: AgentTask) => {
      asked.push(name)
      await sleep(20)
      const busy = { status: 'rate_limited', reason: 'HTTP 429', text: '', retryAfterMs: 50 } as const
      const done = { status: 'ok', reason: null, text: 'Fine.' } as const
      return finishReply(performance.now(), asked.length === 1 ? busy : done)
    }
    const pauses: number[] = []
    const limiter = createLimiter({ overall: 1, perAgent: 1 })
    const heard = { ...limiter, pause: (...args: Parameters<typeof limiter.pause>) => {
      pauses.push(asked.length)
      limiter.pause(...args)
    } } // biome-ignore format: one function
    const copies = createCopies(repository)
    const budget = createSharedBudget(unlimitedTogether)
    const agent = guardAgent({ name: 'mine', run }, { repository, limiter: heard, budget, copies, held: true })
    const call = (name: string) => agent.run(taskIn(test.path, { task: { name } }), never)
    const replies = await Promise.all([call('first'), call('second')])
    expect(replies.map(({ status }) => status)).toEqual(['ok', 'ok'])
    expect(pauses).toEqual([1])
  })
})
