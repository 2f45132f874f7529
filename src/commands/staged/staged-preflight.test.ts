import { expect, it } from 'vitest'
import { createRepository, type Files } from '../../../test/support/repository.ts'
import { awsKey, clean, withDebugger, withSecret } from '../../../test/support/samples.ts'
import { secretPlace } from '../../core/staged/secrets.ts'
import { openRepository } from '../../io/git/repository.ts'
import { workPoint } from '../../io/git/work-point.ts'
import { readSettings } from '../settings.ts'
import { preflight, trackedNotice, trackedSecrets } from './staged-preflight.ts'

const keyLines = Array.from(
  { length: 4 },
  (_, line) => `MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ${'x7Q'.repeat(4)}${line}`,
)
const key = [`-----BEGIN ${'PRIVATE'} KEY-----`, ...keyLines, `-----END ${'PRIVATE'} KEY-----`, ''].join('\n')

const guessed = 'vT9'.concat('#kQ2!xLw8Rz')

interface Case {
  readonly tracked?: Files
  readonly changed?: Files
  readonly waivers?: string
  readonly config?: string
  readonly files?: ReadonlySet<string>
}

async function look({ tracked = {}, changed = {}, waivers = 'waivers: []\n', config = '', files }: Case) {
  const own = { '.review-loop/waivers.yaml': waivers, '.review-loop/config.yaml': config }
  const test = createRepository({ 'a.js': clean, ...own, ...tracked })
  const base = test.git('rev-parse', 'HEAD').trim()
  test.write(changed)
  const repository = await openRepository(test.path)
  const settings = await readSettings(repository, { cwd: test.path, file: undefined, fromCommit: null })
  const { tree } = await workPoint(repository)
  const found = await preflight(repository, { base, tree, files: files ?? null }, settings.config, '2026-01-01')
  return { found, tracked: found.tracked, secrets: found.secrets.map(secretPlace) }
}

const told = (place: string, rule: string) =>
  expect.stringMatching(new RegExp(`^${place} .+ \\(${rule}, F-[0-9a-f]{8,}\\)$`))

it.each<[string, Case, string[]]>([
  ['a changed line', { changed: { 'a.js': `${clean}${withSecret}` } }, [told('a.js:2', 'secret/aws-access-key')]],
  ['an untracked file', { changed: { 'b.js': withSecret } }, [told('b.js:1', 'secret/aws-access-key')]],
  [
    'a file that is new and named like a key',
    { changed: { 'deploy.p12': 'x\n' } },
    [told('deploy.p12', 'hygiene/sensitive-file')],
  ],
  [
    'a tracked file with an innocent name',
    { tracked: { 'notes.txt': key } },
    [told('notes.txt:1', 'secret/private-key')],
  ],
  [
    'a changed file that holds a key, once',
    { changed: { 'notes.txt': key } },
    [told('notes.txt:1', 'secret/private-key')],
  ],
  ['a file that only speaks of keys', { tracked: { 'a.md': `It begins with ${key.split('\n')[0]}\nand ends.\n` } }, []],
  [
    'a token that is tracked and was not changed',
    { tracked: { 'old.js': withSecret } },
    [told('old.js:1', 'secret/aws-access-key')],
  ],
  [
    'what is tracked, was not changed and may be a secret by its name',
    { tracked: { 'old.js': `const password = '${guessed}'\n` } },
    [],
  ],
  [
    'the same in a changed line',
    { changed: { 'a.js': `const password = '${guessed}'\n` } },
    [told('a.js:1', 'secret/assigned-credential')],
  ],
  ['what is no secret', { changed: { 'a.js': withDebugger } }, []],
])('looks at %s', async (_, given, expected) => {
  expect(await look(given)).toMatchObject({ tracked: [], secrets: expected })
})

it('leaves what is not the work of the run, but for what is tracked and certain', async () => {
  const given = {
    tracked: { 'notes.txt': key },
    changed: { 'b.js': withSecret, '.env.local': 'A=1\n', 'c.js': withSecret },
  }
  expect((await look({ ...given, files: new Set(['c.js']) })).secrets).toEqual([
    told('c.js:1', 'secret/aws-access-key'),
    told('notes.txt:1', 'secret/private-key'),
  ])
})

it.each<[string, Case]>([
  ['a waiver', { waivers: 'waivers: [{ rule: "secret/*", path: "b.js", reason: "of the documentation" }]\n' }],
  ['an ignored path', { config: 'ignore: ["b.js"]\n' }],
  ['a rule that is off', { config: 'builtin: { rules_off: ["secret/aws-*"] }\n' }],
  ['another severity', { config: 'severity: [{ rule: "secret/*", path: "b.js", severity: P3 }]\n' }],
])('goes by %s', async (_, rules) => {
  expect((await look({ ...rules, changed: { 'b.js': withSecret } })).secrets).toEqual([])
  expect((await look({ ...rules, changed: { 'c.js': withSecret } })).secrets).toHaveLength(
    rules.config?.includes('rules_off') ? 0 : 1,
  )
})

it('waives a private key by its id', async () => {
  const tracked = { 'notes.txt': key }
  const [issue] = (await look({ tracked })).found.secrets
  const id = /F-[0-9a-f]{8,}/.exec(issue?.text ?? '')?.[0]
  expect((await look({ tracked, waivers: `waivers: [{ id: ${id}, reason: "made for tests" }]\n` })).secrets).toEqual([])
})

it('never tells the value', async () => {
  const { found } = await look({ changed: { 'b.js': withSecret, 'notes.txt': key } })
  expect(found.secrets).toHaveLength(2)
  expect(JSON.stringify(found)).not.toContain(awsKey.slice(0, 8))
  expect(JSON.stringify(found)).not.toContain('MIIE')
})

it('knows the names of tracked secrets before anything else', async () => {
  const test = createRepository({ 'test/keys/pub.pem': 'x\n', 'a.js': clean })
  test.write({ 'new.pem': 'x\n' })
  const files = await trackedSecrets(await openRepository(test.path))
  expect(files).toEqual(['test/keys/pub.pem'])
  expect(trackedNotice(files)).toContain('test/keys/pub.pem. As long as they are tracked, nothing is delivered')
})
