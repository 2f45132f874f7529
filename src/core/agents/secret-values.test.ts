import { expect, it } from 'vitest'
import { secretValues } from './secret-values.ts'

const settings = { keyEnv: 'MY_LLM', env: ['DB_URL', 'NODE_ENV', 'TOOLS_DIR', 'LLM_AUTH'] }
const value = ['quiet', 'harbour', '48213'].join('-')

it.each([
  ['a key', 'OPENAI_API_KEY'],
  ['a second key', 'OPENAI_API_KEY_2'],
  ['a token in small letters', 'my_token'],
  ['a password without an underscore', 'PGPASSWORD'],
  ['the key of the agent, whatever it is called', 'MY_LLM'],
  ['what the agent was given besides', 'LLM_AUTH'],
])('knows %s', (_, name) => {
  expect(secretValues({ [name]: value }, settings)).toContain(value)
})

it.each([
  ['a variable that nobody named', 'LLM_SESSION', value],
  ['where a key lies', 'SSH_KEY_PATH', '/home/me/.ssh/id_ed25519'],
  ['a word of the code', 'NODE_ENV', 'production'],
  ['a folder', 'TOOLS_DIR', '/opt/tools-2024/bin'],
  ['what is too short to be told from the code', 'A_KEY', 'abc'],
  ['what is not set', 'A_KEY', undefined],
])('leaves %s alone', (_, name, given) => {
  expect(secretValues({ [name]: given }, settings)).toEqual([])
})

it('knows a key of several lines by each of them, but not by its frame', () => {
  const frame = (word: string) => ['-----', word, ' PRIVATE', ' KEY-----'].join('')
  const key = [frame('BEGIN'), 'MIIEvQIBADANBgkq', 'hkiG9w0BAQEFAASC', frame('END')].join('\n')
  expect(secretValues({ APP_KEY: key }, settings)).toEqual(['MIIEvQIBADANBgkq', 'hkiG9w0BAQEFAASC'])
})
