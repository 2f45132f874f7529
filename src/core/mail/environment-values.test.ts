import { expect, it } from 'vitest'
import { environmentValues } from './environment-values.ts'

const word = ['hunter', '2pass'].join('')

it.each([
  ['a secret that is short', 'DB_PASS', 'q1w2e3', ['q1w2e3']],
  ['a secret that is a word', 'SESSION_COOKIE', 'swordfish', ['swordfish']],
  ['the id of a session', 'SESSION_ID', 'abc12Z', ['abc12Z']],
  ['the id of a key', 'CI_KEY_ID', '7f3k9q', ['7f3k9q']],
  ['an address with a secret in it', 'WEBHOOK_URL', 'https://x.test/h/7f3k9', ['https://x.test/h/7f3k9']],
  ['a key in one word', 'MY_APIKEY', 'abcdef', ['abcdef']],
  ['what nobody calls a secret', 'DEPLOY_TARGET', 'deploy-value-777-xyz', ['deploy-value-777-xyz']],
  ['what has no mark at all', 'SOMETHING', 'plainenvvalue42abc', ['plainenvvalue42abc']],
  ['random letters', 'SOMETHING', 'XkQpZmWvRtYbNcLa', ['XkQpZmWvRtYbNcLa']],
  ['an address', 'SERVICE', 'https://db7.example.com/x', ['https://db7.example.com/x']],
  ['each line', 'APP_KEY', '-----BEGIN X-----\r\nMIIEvQIB\nhkiG9w0B\n-----END X-----', ['MIIEvQIB', 'hkiG9w0B']],
  ['the token of a CI run', 'CI_JOB_TOKEN', 'abc123def', ['abc123def']],
  ['the password in an address', 'CI_REPOSITORY_URL', `https://ci:${word}@example.com/x.git`, [word]],
  ['a password with signs', 'GIT_REMOTE', 'https://a:p%40ssword@example.com', ['p%40ssword', 'p@ssword']],
  ['a token in the place of a name', 'GIT_REMOTE', 'https://abcdef123456@example.com', ['abcdef123456']],
])('tells %s', (_, name, value, expected) => expect(environmentValues({ [name]: value })).toEqual(expected))

it.each([
  ['PATH', '/opt/tools-2/bin:/usr/bin'],
  ['PWD', '/home/ann/project'],
  ['LC_ALL', 'en_US.UTF-8'],
  ['MESSAGES', 'de_DE.ISO-8859-1'],
  ['TERM', 'xterm-256color'],
  ['EDITOR', 'code --wait 1'],
  ['NODE_ENV', 'production-eu'],
  ['AWS_REGION', 'ap-southeast-1'],
  ['RELEASE', '2.10.3-beta.12'],
  ['BUILT', '2026-02-13T10:00:00Z'],
  ['MAX_TOKENS', '128000'],
  ['GIT_AUTH', 'disabled'],
  ['DESKTOP_SESSION', 'gnome-classic'],
  ['COOKIE_NAME', 'session'],
  ['SECRET_NAME', 'production/database'],
  ['XDG_SESSION_ID', 'c12345'],
  ['AUTH_URL', 'http://localhost:3000'],
  ['SSH_KEY_PATH', '/home/me/.ssh/id_ed25519'],
  ['GITHUB_HEAD_REF', 'ann/fix-2031-lock'],
  ['BUILD_SOURCEBRANCH', 'refs/heads/fix-2031-lock'],
  ['SOURCE_VERSION', 'ab'.repeat(20)],
  ['AGENT_NAME', 'claude-agent-2031'],
  ['API', 'http://localhost:3000'],
  ['SETTINGS', 'config/app-2031.yaml'],
  ['SHORT', 'abc123'],
  ['EMPTY', undefined],
])('leaves alone what everybody may know: %s', (name, value) => {
  expect(environmentValues({ [name]: value })).toEqual([])
})
