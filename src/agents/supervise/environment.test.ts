import { afterEach, expect, it, vi } from 'vitest'
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
