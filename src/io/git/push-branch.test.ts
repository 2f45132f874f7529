import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { createRepository, type TestRepository, temporaryFolder } from '../../../test/support/repository.ts'
import { LoopError } from '../../errors.ts'
import { pushCommit, pushTarget } from './push-branch.ts'
import { openRepository } from './repository.ts'

function addRemote(test: TestRepository, name: string): string {
  const path = temporaryFolder()
  execFileSync('git', ['init', '-q', '--bare', '--template=', path])
  test.git('remote', 'add', name, path)
  return path
}

const problemOf = (work: Promise<unknown>) =>
  work.then(JSON.stringify, (error: unknown) => (error instanceof LoopError ? error.message : Promise.reject(error)))

it.each<[string, readonly string[], readonly (readonly string[])[], string]>([
  ['the only remote', ['fork'], [], '{"remote":"fork","branch":"topic"}'],
  ['origin among several', ['fork', 'origin'], [], '{"remote":"origin","branch":"topic"}'],
  [
    'what the branch follows',
    ['fork', 'origin'],
    [['branch.topic.remote', 'fork']],
    '{"remote":"fork","branch":"topic"}',
  ],
  ['where all are pushed', ['fork', 'origin'], [['remote.pushDefault', 'fork']], '{"remote":"fork","branch":"topic"}'],
  [
    'where this one is pushed, although it follows main elsewhere',
    ['fork', 'origin'],
    [
      ['branch.topic.remote', 'origin'],
      ['branch.topic.merge', 'refs/heads/main'],
      ['branch.topic.pushRemote', 'fork'],
    ],
    '{"remote":"fork","branch":"topic"}',
  ],
  ['nothing without a remote', [], [], 'topic was not pushed: there is no remote.'],
])('takes %s', async (_what, remotes, settings, expected) => {
  const test = createRepository()
  for (const name of remotes) addRemote(test, name)
  for (const setting of settings) test.git('config', ...setting)
  expect(await problemOf(pushTarget(await openRepository(test.path), 'topic'))).toBe(expected)
})

it('pushes one commit, not what the branch is by now, and whatever else is configured', async () => {
  const test = createRepository()
  const remote = addRemote(test, 'origin')
  const approved = test.commit('Approved', { 'a.txt': 'a\n' })
  test.commit('Later', { 'a.txt': 'b\n' })
  test.git('config', 'push.default', 'matching')
  test.git('config', 'remote.origin.push', '+refs/heads/*:refs/heads/*')
  const repository = await openRepository(test.path)
  await pushCommit(repository, approved, { remote: 'origin', branch: 'topic' })
  const refs = execFileSync('git', ['-C', remote, 'for-each-ref', '--format=%(refname) %(objectname)'], {
    encoding: 'utf8',
  })
  expect(refs.trim()).toBe(`refs/heads/topic ${approved}`)
})

it('says where nothing answers, without the password in the address', async () => {
  const test = createRepository()
  test.git('remote', 'add', 'origin', 'http://me:hunter22@127.0.0.1:1/x.git')
  const repository = await openRepository(test.path)
  const said = await problemOf(pushCommit(repository, 'HEAD', { remote: 'origin', branch: 'topic' }))
  expect(said).toMatch(/^topic was not pushed: .*127\.0\.0\.1/)
  expect(said).not.toContain('hunter22')
})
