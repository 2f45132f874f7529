import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createRepository, type Files, type TestRepository } from '../../../test/support/repository.ts'
import { written } from '../../../test/support/staged-asking.ts'
import { plainStart, plainWork } from '../../../test/support/staged-story.ts'
import type { Fact, RunFact } from '../../core/staged/machine/facts.ts'
import { toRunResult } from '../../core/staged/run-result.ts'
import { openRepository } from '../../io/git/repository.ts'
import { deliverRun } from './deliver-run.ts'
import { stagedWork } from './staged-work.ts'

const changelog = '# Changes\n\n## 1.0\n- first\n'

type Start = Partial<Pick<Fact<'run-started'>, 'begin'> & Pick<Fact<'work-read'>, 'tree'>>

/** A run that changed a.js, delivered with a commit; `hook` is what git runs before that. */
async function delivered(
  hook: string,
  uncommitted: Files = {},
  log: string | Uint8Array = changelog,
  { begin = plainStart.begin, tree = plainWork.tree }: Start = {},
  configure: (test: TestRepository) => void = () => {},
) {
  const test = createRepository({ 'a.js': 'before\n', 'CHANGELOG.md': log })
  configure(test)
  const work = stagedWork(await openRepository(test.path), 'topic')
  test.write(uncommitted)
  const begun = await work.point()
  test.write({ 'a.js': 'after\n' })
  const point = await work.point()
  mkdirSync(join(test.path, '.git/hooks'), { recursive: true })
  writeFileSync(join(test.path, '.git/hooks/pre-commit'), `#!/bin/sh\n${hook}\n`, { mode: 0o755 })
  const facts: readonly RunFact[] = [
    { ...plainStart, begin },
    { ...plainWork, point: begun, tree },
    { type: 'entered', pass: 'exec' },
    written('exec', { delta: [{ path: 'a.js', kind: 'modified' }], point }),
  ]
  const events = facts.map((fact) => ({ at: '', ...fact }))
  const settings = { auto_commit: true, commit_message_prefix: 'feat', docs_file: 'CHANGELOG.md' }
  const done = await deliverRun(await openRepository(test.path), { events, work }, settings, '2026-03-01')
  const read = (path: string, encoding: BufferEncoding = 'utf8') => readFileSync(join(test.path, path), encoding)
  return { done, read, events, log: test.git('log', '--format=%s').trim().split('\n') }
}

function unsigned({ git }: TestRepository): void {
  git('config', 'commit.gpgSign', 'true')
  git('config', 'gpg.program', 'false')
}

const line = '- Limit logins (2026-03-01, session s)'

it('commits what the run changed, with a line in the newest part of the changelog', async () => {
  const { done, read, log } = await delivered('true')
  expect(done).toEqual({ commit: expect.any(String), mixed: [], changelog: 'CHANGELOG.md', changedByHook: [] })
  expect(read('CHANGELOG.md')).toBe(`# Changes\n\n## 1.0\n${line}\n- first\n`)
  expect(log).toEqual(['feat: Limit logins', 'Start'])
})

it.each(['true', 'exit 1'])('leaves every byte of the changelog as it is: %s', async (hook) => {
  const bytes = Buffer.from('## 1.0\r\n- caf\xe9 d\xe9j\xe0\n', 'latin1')
  const { read } = await delivered(hook, {}, bytes)
  const added = hook === 'true' ? `${line}\r\n` : ''
  expect(read('CHANGELOG.md', 'latin1')).toBe(`## 1.0\r\n${added}- caf\xe9 d\xe9j\xe0\n`)
})

it.each<[string, string, string[]]>([
  ['the files', 'echo mended >> a.js', ['a.js']],
  ['the changelog alone', 'echo mended >> CHANGELOG.md', []],
  ['what is in the commit', 'git add -A', ['mine.txt']],
])('says what a hook changed: %s', async (_, hook, changedByHook) => {
  const { done } = await delivered(hook, { 'mine.txt': 'mine\n' })
  expect(done).toMatchObject({ commit: expect.any(String), changedByHook })
})

it('commits nothing without the work that was to be reviewed', async () => {
  const start: Start = {
    begin: { entry: 'review-only', description: 'x', target: 'y' },
    tree: { head: plainWork.tree.head, dirty: { 'mine.txt': 'e5' } },
  }
  const { done, log } = await delivered('true', { 'mine.txt': 'mine\n' }, changelog, start)
  expect(done).toEqual({ commit: null, mixed: ['mine.txt'], changelog: 'CHANGELOG.md', changedByHook: [] })
  expect(log).toEqual(['Start'])
})

it('leaves no line behind where a hook refuses', async () => {
  const { done, read, log } = await delivered('echo no tabs, please; exit 1')
  expect(done).toEqual({ refused: 'no tabs, please' })
  expect([read('CHANGELOG.md'), read('a.js'), log]).toEqual([changelog, 'after\n', ['Start']])
})

it('leaves no line behind where the commit cannot be made', async () => {
  const { done, read, log } = await delivered('true', {}, changelog, {}, unsigned)
  expect(done).toEqual({ failed: 'git commit failed: gpg failed to sign the data' })
  expect([read('CHANGELOG.md'), read('a.js'), log]).toEqual([changelog, 'after\n', ['Start']])
})

it('counts all that was written as files of the run', async () => {
  const { done, events } = await delivered('echo x > other.js')
  if (!('commit' in done)) throw new Error(JSON.stringify(done))
  const point = { head: '2', tree: '2' }
  const more: readonly RunFact[] = [
    { type: 'ignores-written', patterns: ['*.pem'], point },
    { type: 'delivered', ...done, point, tree: plainWork.tree },
  ]
  const { files } = toRunResult([...events, ...more.map((fact) => ({ at: '', ...fact }))])
  expect(files).toEqual(['.gitignore', 'CHANGELOG.md', 'a.js', 'other.js'])
})
