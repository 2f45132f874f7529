import { spawnSync } from 'node:child_process'
import { afterEach, expect, it, vi } from 'vitest'
import { createRepository, temporaryFolder } from '../../../test/support/repository.ts'
import { agentEnvironment } from './environment.ts'

afterEach(() => vi.unstubAllEnvs())

it('passes on how to find programs and the network, and nothing that opens a door', () => {
  const secrets = ['GITHUB_TOKEN', 'GH_TOKEN', 'OPENAI_API_KEY', 'AWS_SECRET_ACCESS_KEY', 'SSH_AUTH_SOCK', 'NPM_TOKEN']
  for (const name of secrets) vi.stubEnv(name, 'x')
  vi.stubEnv('GIT_DIR', '/elsewhere')
  vi.stubEnv('HTTPS_PROXY', 'http://proxy')
  vi.stubEnv('NODE_EXTRA_CA_CERTS', '/etc/ca.pem')
  vi.stubEnv('NODE_OPTIONS', '--require=/evil.js')
  const env = agentEnvironment({ home: '/h', temporary: '/t', own: { ANTHROPIC_API_KEY: 'k', LANG: 'de_DE.UTF-8' } })
  expect(env).toMatchObject({
    HOME: '/h',
    TMPDIR: '/t',
    TERM: 'dumb',
    LANG: 'de_DE.UTF-8',
    HTTPS_PROXY: 'http://proxy',
    NODE_EXTRA_CA_CERTS: '/etc/ca.pem',
    ANTHROPIC_API_KEY: 'k',
  })
  for (const name of [...secrets, 'GIT_DIR', 'NODE_OPTIONS']) expect(env).not.toHaveProperty(name)
})

it('lets git fetch, and push nowhere', () => {
  const test = createRepository({ 'a.txt': 'a\n' })
  const remote = temporaryFolder()
  test.git('init', '-q', '--bare', remote)
  test.git('remote', 'add', 'origin', remote)
  test.git('push', '-q', 'origin', 'main')
  const env = agentEnvironment({ home: temporaryFolder(), temporary: temporaryFolder(), own: {} })
  const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: test.path, env, encoding: 'utf8' })
  expect(git('fetch', 'origin').status).toBe(0)
  const pushes = ['origin', remote, `file://${remote}`].map((address) => git('push', address, 'HEAD:refs/heads/evil'))
  expect(pushes.filter(({ status }) => status === 0)).toEqual([])
  // One may end by a signal, before it says anything: nobody reads what it sends.
  expect(pushes.map(({ stderr }) => stderr).join()).toContain('review-loop-lets-no-agent-push')
  expect(test.git('ls-remote', remote)).not.toContain('evil')
})
