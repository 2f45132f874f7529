import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import { createRepository, type Files } from '../../../test/support/repository.ts'
import { openRepository } from '../../io/git/repository.ts'
import { workPoint } from '../../io/git/work-point.ts'
import { certifyFindings, proveFix } from '../../run/loop/certify.ts'
import { certifyPorts } from './certify-ports.ts'

const broken = 'add() { echo $(($1 - $2)); }\n'
const mended = 'add() { echo $(($1 + $2)); }\n'
const goodTest = '. ./lib.sh\n[ "$(add 2 2)" = 4 ]\n'
const weakTest = '. ./lib.sh\n[ "$(add 0 0)" = 0 ]\n'

async function certify(files: Files, commands: readonly string[], timeoutMs = 20_000, mended = ['lib.sh']) {
  const test = createRepository({ 'lib.sh': broken, 'other.sh': 'x=1\n', 'tests/old.sh': 'true\n' })
  const repository = await openRepository(test.path)
  test.write({ 'mine.txt': 'not committed\n' })
  const before = await workPoint(repository)
  test.write(files)
  const after = await workPoint(repository)
  const status = test.git('status', '--porcelain', '-uall')
  const ports = certifyPorts(repository, {
    commands,
    timeoutMs,
    sandbox: 'auto',
    signal: new AbortController().signal,
  })
  const fix = { before: before.tree, after: after.tree, changedFiles: Object.keys(files), mended }
  const prove = proveFix(fix, ports)
  const one = { ...finding(), id: 'f1', file: 'lib.sh', line: 1, evidence: 'echo $(($1 - $2))' }
  const findings = mended.map((file, index) => ({ ...one, id: `f${index + 1}`, file }))
  const certificates = await certifyFindings({ findings, raised: new Set(['g']), fix, prove }, ports)
  // Whatever the commands do, they do it elsewhere.
  expect(test.git('status', '--porcelain', '-uall')).toBe(status)
  expect(readFileSync(join(test.path, 'mine.txt'), 'utf8')).toBe('not committed\n')
  return { proof: await prove(one), certificate: certificates[0], certificates }
}

const runAll = 'for t in tests/*.sh; do sh $t || exit 1; done'

it.each<[string, Files, readonly string[], boolean | null, RegExp]>([
  ['a test that shows the fix', { 'lib.sh': mended, 'tests/add.sh': goodTest }, [runAll], true, /^Proven/],
  ['a test that shows nothing', { 'lib.sh': mended, 'tests/add.sh': weakTest }, [runAll], false, /without it too/],
  ['no test', { 'lib.sh': mended }, [runAll], null, /^Not proven by a test: .*no test came/],
  ['no command', { 'lib.sh': mended, 'tests/add.sh': goodTest }, [], null, /no command/],
  [
    'a command that never passes',
    { 'lib.sh': mended, 'tests/add.sh': goodTest },
    ['no-such-tool'],
    null,
    /does not pass in a copy/,
  ],
  [
    'a command that failed before, and a test that shows nothing',
    { 'lib.sh': mended, 'tests/add.sh': 'true\n' },
    ["! grep -q -e '- ' lib.sh", runAll],
    false,
    /without it too/,
  ],
  [
    'commands that litter',
    { 'lib.sh': mended, 'tests/add.sh': goodTest },
    ['echo x > litter; rm mine.txt', runAll],
    true,
    /^Proven/,
  ],
])('certifies a fix with %s', async (_name, files, commands, proves, words) => {
  const { certificate } = await certify(files, commands)
  expect(certificate).toMatchObject({ finding: 'f1', notFoundAgain: true, codeChanged: true, testProves: proves })
  expect(certificate?.text).toMatch(words)
})

it('proves only what its test is about, file by file', async () => {
  const files = { 'lib.sh': mended, 'other.sh': 'x=2\n', 'tests/add.sh': goodTest }
  const { certificates } = await certify(files, [runAll], 20_000, ['lib.sh', 'other.sh'])
  expect(certificates.map(({ testProves, shared }) => [testProves, shared])).toEqual([
    [true, undefined],
    [false, undefined],
  ])
})

it('calls a proof one of the fix as a whole where findings share the file', async () => {
  const files = { 'lib.sh': mended, 'tests/add.sh': goodTest }
  const { certificates } = await certify(files, [runAll], 20_000, ['lib.sh', 'lib.sh'])
  expect(certificates.map(({ shared }) => shared)).toEqual([true, true])
})

it('proves nothing when the time is up', async () => {
  const { proof } = await certify({ 'lib.sh': mended, 'tests/add.sh': goodTest }, ['sleep 60', 'sleep 60'], 400)
  expect(proof).toEqual({ proves: null, why: expect.stringContaining('time') })
})

it.each<[string, Files, boolean]>([
  ['mended', { 'lib.sh': mended }, true],
  ['removed with its file', { 'lib.sh': null }, true],
  ['only moved with its file', { 'lib.sh': null, 'moved.sh': `# moved\n${broken}` }, false],
  ['left alone', { 'other.sh': 'x\n' }, false],
])('knows whether the code changed: %s', async (_name, files, codeChanged) => {
  expect((await certify(files, [])).certificate?.codeChanged).toBe(codeChanged)
})
