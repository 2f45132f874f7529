import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { busyRepository } from '../../../test/support/busy-repository.ts'
import { type TestRepository, temporaryFolder } from '../../../test/support/repository.ts'
import { abandonedMarks, markAgent } from '../../io/agent-mark.ts'
import { namedGitFolder } from '../../io/git/git-folder.ts'
import { openRepository } from '../../io/git/repository.ts'
import type { ProcessIdentity } from '../../io/process-identity.ts'
import { ensureStateFolder } from '../../io/state-folder.ts'
import { settleMark } from './after-kill.ts'
import { leaveMark } from './leave-mark.ts'
import { takeFingerprint } from './take-fingerprint.ts'

let home: string
beforeEach(() => {
  home = temporaryFolder()
  vi.stubEnv('HOME', home)
  return () => vi.unstubAllEnvs()
})

const nobody = { pid: 2 ** 30, started: 'never', host: hostname() }
const marksIn = (root: string) => abandonedMarks({ root, common: namedGitFolder(root) })
const recordsFolder = () => join(home, '.local/state/review-loop/agents')

/** We were killed while an agent did `work`. Gives what the next start says; null when it goes on. */
async function startAfter(
  work: (test: TestRepository) => unknown,
  who: ProcessIdentity = nobody,
): Promise<string | null> {
  const test = busyRepository()
  ensureStateFolder(test.path)
  test.write({ '.review-loop/waivers.yaml': 'waivers: []\n' })
  const repository = await openRepository(test.path)
  leaveMark(await takeFingerprint(repository), who)
  await work(test)
  const said = await startIn(test.path)
  if (said === null && who === nobody) expect(readdirSync(recordsFolder())).toEqual([])
  return said
}

async function startIn(path: string): Promise<string | null> {
  const repository = await openRepository(path)
  try {
    for (const mark of marksIn(path)) await settleMark(repository, mark)
  } catch (error) {
    return String(error)
  }
  expect(marksIn(path)).toEqual([])
  return null
}

it.each<[what: string, work: (test: TestRepository) => unknown]>([
  ['did nothing', () => {}],
  ['edited files', ({ write }) => write({ 'clean.txt': 'edited\n', 'new.txt': 'new\n' })],
  ['looked, which writes the index', ({ git }) => git('status')],
  ['had references packed', ({ git }) => git('pack-refs', '--all')],
  ['left a planted reply, which is not believed', ({ write }) => write({ '.review-loop/cache/replies/a.json': '{}' })],
  ['removed the mark', ({ path }) => rmSync(join(path, `.review-loop/agent-${nobody.pid}.lock`))],
])('after an agent that %s, the next start goes on', async (_what, work) => {
  expect(await startAfter(work)).toBeNull()
})

const plant = ({ path }: TestRepository) => {
  writeFileSync(join(path, '.git/hooks/pre-commit'), '#!/bin/sh\n')
  chmodSync(join(path, '.git/hooks/pre-commit'), 0o755)
}
const removeRecord = () => rmSync(recordsFolder(), { recursive: true })

it.each<[what: string, work: (test: TestRepository) => unknown, said: RegExp]>([
  ['planted a hook', plant, /before: \.git\/hooks\/pre-commit\./],
  ['changed the settings of git', ({ git }) => git('config', 'core.pager', 'x'), /before: \.git\/config\./],
  ['made a branch', ({ git }) => git('branch', 'planted'), /before: the branch planted\./],
  [
    'was killed before somebody switched the branch',
    ({ git }) => git('symbolic-ref', 'HEAD', 'refs/heads/two'),
    /and since then the branch was switched from topic to two\./,
  ],
  ['staged a file', ({ git }) => git('add', '-A'), /before: what is staged\./],
  [
    'wrote a waiver',
    ({ write }) => write({ '.review-loop/waivers.yaml': 'x\n' }),
    /before: \.review-loop\/waivers\.yaml\./,
  ],
  [
    'removed our folder',
    ({ path }) => rmSync(join(path, '.review-loop'), { recursive: true }),
    /before: \.review-loop/,
  ],
  [
    'removed the mark too',
    (test) => {
      plant(test)
      rmSync(join(test.path, `.review-loop/agent-${nobody.pid}.lock`))
    },
    /before: \.git\/hooks/,
  ],
  ['removed the record', removeRecord, /is gone or was changed\./],
  [
    'changed the record',
    () => {
      for (const name of readdirSync(recordsFolder())) appendFileSync(join(recordsFolder(), name), ' ')
    },
    /is gone or was changed\./,
  ],
  [
    'deleted objects',
    ({ path }) => rmSync(join(path, '.git/objects'), { recursive: true }) ?? mkdirSync(join(path, '.git/objects')),
    /and git can no longer read its \.git\./,
  ],
  ['spoiled the mark', ({ path }) => writeFileSync(join(path, `.review-loop/agent-${nobody.pid}.lock`), ''), /is gone/],
])('after an agent that %s, the next start says so and stops', async (_what, work, said) => {
  expect(await startAfter(work)).toMatch(said)
})

it('keeps how it was, in one place however often it is tried', async () => {
  let path = ''
  const again = async (test: TestRepository) => {
    path = test.path
    test.git('config', 'core.pager', 'x')
    await startIn(path)
  }
  expect(await startAfter(again)).toMatch(/\.git\/config/)
  const [folder = '', ...more] = readdirSync(join(path, '.review-loop/undone'))
  expect(more).toEqual([])
  expect(existsSync(join(path, '.review-loop/undone', folder, 'before/git/config'))).toBe(true)
})

/** An agent was rejected after `work`, and we are still there. Gives what the next step says; null when it goes on. */
async function stepAfter(work: (test: TestRepository) => unknown): Promise<string | null> {
  const test = busyRepository()
  ensureStateFolder(test.path)
  const mark = leaveMark(await takeFingerprint(await openRepository(test.path)))
  await work(test)
  mark.hold()
  return startIn(test.path)
}

it.each<[what: string, work: (test: TestRepository) => unknown, said: RegExp]>([
  ['planted a hook', plant, /was rejected, and this is not as it was before: \.git\/hooks\/pre-commit\./],
  ['changed the settings of git', ({ git }) => git('config', 'core.pager', 'x'), /before: \.git\/config\./],
  ['moved another branch', ({ git }) => git('branch', '-f', 'two', 'HEAD~1'), /before: the branch two\./],
  [
    'wrote a waiver',
    ({ write }) => write({ '.review-loop/waivers.yaml': 'x\n' }),
    /before: \.review-loop\/waivers\.yaml\./,
  ],
])('after an agent that was rejected because it %s, a person is waited for', async (_what, work, said) => {
  expect(await stepAfter(work)).toMatch(said)
})

it.each<[what: string, work: (test: TestRepository) => unknown]>([
  ['a commit', ({ git }) => git('commit', '-q', '--no-verify', '-m', 'mine')],
  ['something staged', ({ git }) => git('add', '-A')],
  ['our own writing', ({ write }) => write({ '.review-loop/sessions/1/journal.jsonl': 'x\n' })],
])('what every review sees, or we wrote, waits for nobody: %s', async (_what, work) => {
  expect(await stepAfter(work)).toBeNull()
})

it('waits until it is as before, and is told once of what several agents did', async () => {
  const test = busyRepository()
  const hook = join(test.path, '.git/hooks/post-commit')
  const before = await takeFingerprint(await openRepository(test.path))
  const [first, second] = [leaveMark(before), leaveMark(before)]
  writeFileSync(hook, '#!/bin/sh\n')
  first.hold()
  second.hold()
  const later = leaveMark(await takeFingerprint(await openRepository(test.path)))
  test.git('config', 'core.pager', 'x')
  later.hold()
  expect(marksIn(test.path)).toHaveLength(1)
  expect(await startIn(test.path)).toMatch(/\.git\/config, \.git\/hooks\/post-commit/)
  rmSync(hook)
  test.git('config', '--unset', 'core.pager')
  expect(await startIn(test.path)).toBeNull()
})

it('holds from the first of several agents at work to the last', async () => {
  const { path } = busyRepository()
  const mark = (text: string) => markAgent({ root: path, common: join(path, '.git') }, () => text, nobody)
  const [first, second] = [mark('before'), mark('later')]
  first.remove()
  expect(marksIn(path)).toMatchObject([{ record: 'before' }])
  second.remove()
  expect(marksIn(path)).toEqual([])
})

it('leaves alone what belongs to a process that is at work', async () => {
  expect(await startAfter(plant, { pid: process.pid, started: null, host: hostname() })).toBeNull()
})

it('cannot tell whether somebody on another machine is at work, and stops', async () => {
  expect(await startAfter(plant, { ...nobody, host: 'elsewhere' })).toMatch(/hooks/)
})
