import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectValid, placesOf } from '../support/expectations.ts'
import { runInside } from '../support/inside.ts'
import { type ProgramResult, program, reviewJson } from '../support/program.ts'
import { createRepository, temporaryFolder } from '../support/repository.ts'
import { clean, withDebugger, withMachinePath, withSecret } from '../support/samples.ts'

const odd = 'sub dir/ä "q" 100%,#:x.js'

/** Every severity, a suggestion, a finding about a whole file, something discarded, an odd path. */
function flawedRepository() {
  const repository = createRepository({
    'lib/waived.js': clean,
    '.review-loop/waivers.yaml': 'waivers: [{ rule: hygiene/*, path: lib/, reason: "Shown to readers" }]\n',
  })
  repository.write({
    'src/key.js': withSecret,
    'src/path.js': withMachinePath,
    [odd]: withDebugger,
    'lib/waived.js': withDebugger,
    'photo.bin': new Uint8Array(5000),
  })
  return repository
}

const format = (name: string, ...args: string[]) => ['review', '--hygiene-only', '--format', name, ...args]

/** The same review in every format. */
const outputs = new Map<string, ProgramResult>()
const names = ['text', 'json', 'markdown', 'sarif', 'rdjson', 'github']

beforeAll(async () => {
  const { path } = flawedRepository()
  const runs = names.map(async (name) => outputs.set(name, await runInside(path, format(name))))
  await Promise.all(runs)
}, 300_000)

function output(name: string): ProgramResult {
  return outputs.get(name) ?? expect.fail(`${name} was not run`)
}

describe.concurrent('--format json', () => {
  it('prints one object that fits the published schema', async () => {
    const { stdout, code } = output('json')
    const result = JSON.parse(stdout)
    expectValid('json', result)
    expect(code).toBe(1)
    expect(result).toMatchObject({
      schemaVersion: 1,
      verdict: 'decline',
      label: 'Changes Requested',
      gate: { result: 'blocked', reasons: [expect.stringContaining('1 P0')] },
      usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0, costUsd: 0 },
      reviewers: [{ name: 'hygiene', agent: 'builtin', status: 'ok', findings: 5 }],
    })
    expect(placesOf(result)).toEqual([
      'hygiene/binary-file photo.bin',
      `hygiene/debugger ${odd}:2`,
      'hygiene/machine-path src/path.js:1',
      'secret/aws-access-key src/key.js:1',
    ])
    expect(result.findings.map(({ severity }: { severity: string }) => severity)).toEqual(['P0', 'P1', 'P2', 'P3'])
    expect(result.discarded).toMatchObject([{ code: 'waived', reason: 'Waived: Shown to readers' }])
    expect(result.reviewDir).toMatch(/^\.review-loop\/reviews\/[^/]+$/)
    expect(result.notices).toEqual([expect.stringMatching(/mechanical defects.*no substitute/)])
  })

  it('fits the schema for an approval, an empty change and every kind of discard', async () => {
    const repository = createRepository({
      '.review-loop/config.yaml': 'builtin: { rules_off: [hygiene/debugger] }\nignore: [vendor/]\n',
    })
    const empty = await reviewJson(repository.path, ['--hygiene-only'])
    repository.write({ 'a.js': withDebugger, 'vendor/b.js': withSecret })
    const approved = await reviewJson(repository.path)
    expectValid('json', empty.result)
    expectValid('json', approved.result)
    expect(empty.result.verdict).toBe('inconclusive')
    expect(approved.result.verdict).toBe('approve')
    expect(approved.result.discarded.map(({ code }) => code).sort()).toEqual(['ignored_path', 'rule_off'])
  })
})

describe.concurrent('--format sarif', () => {
  it('is valid SARIF 2.1.0 with rules, fingerprints, fixes and the verdict', async () => {
    const { stdout } = output('sarif')
    const log = JSON.parse(stdout)
    expectValid('sarif', log)
    const [run] = log.runs
    const ids = run.results.map(({ ruleId }: { ruleId: string }) => ruleId).sort()
    expect(ids).toContain('secret/aws-access-key')
    expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(ids))
    for (const result of run.results) expect(Object.keys(result.partialFingerprints)).not.toEqual([])
    const debuggers = run.results.filter(({ ruleId }: { ruleId: string }) => ruleId === 'hygiene/debugger')
    expect(debuggers.flatMap(({ fixes = [] }: { fixes: unknown[] }) => fixes)).not.toEqual([])
    const uris = debuggers.map((result: Sarif) => result.locations[0]?.physicalLocation.artifactLocation.uri)
    expect(uris.map(decodeURIComponent)).toContain(odd)
  })

  it('says that the run failed when the review is inconclusive', async () => {
    const { stdout, code } = await runInside(createRepository().path, format('sarif'))
    const log = JSON.parse(stdout)
    expectValid('sarif', log)
    expect(code).toBe(3)
    expect(log.runs[0].invocations).toMatchObject([{ executionSuccessful: false }])
  })

  interface Sarif {
    readonly locations: readonly {
      readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } }
    }[]
  }
})

it.concurrent("--format rdjson is reviewdog's format", async () => {
  const { stdout } = output('rdjson')
  const document = JSON.parse(stdout)
  expectValid('rdjson', document)
  const places = document.diagnostics.map((entry: { location: { path: string }; severity: string }) => [
    entry.location.path,
    entry.severity,
  ])
  expect(places.sort()).toEqual([
    ['photo.bin', 'INFO'],
    ['src/key.js', 'ERROR'],
    ['src/path.js', 'ERROR'],
    [odd, 'WARNING'],
  ])
  expect(JSON.stringify(document)).toContain('"suggestions"')
})

it.concurrent('--format github prints one workflow command for each finding, with its parts escaped', async () => {
  const { stdout } = output('github')
  const commands = stdout.split('\n').filter((line) => line.startsWith('::'))
  expect(commands).toEqual([
    expect.stringMatching(/^::error file=src\/key\.js,line=1,endLine=1,title=P0 [^:]+::.+%0A/),
    expect.stringMatching(/^::error file=src\/path\.js,line=1,/),
    expect.stringMatching(/^::warning file=sub dir\/ä "q" 100%25%2C#%3Ax\.js,line=2,/),
    expect.stringMatching(/^::notice file=photo\.bin,title=P3 /),
    expect.stringMatching(/^::notice title=review-loop::Built-in reviewers find mechanical defects/),
  ])
  expect(stdout).toMatch(/\nreview-loop: Changes Requested, gate blocked\. .*\n$/)
})

it.concurrent('--format markdown has a heading, a table, the code and what was discarded', async () => {
  const { stdout } = output('markdown')
  expect(stdout).toMatch(/^## review-loop: Changes Requested\n\nThe gate is \*\*blocked\*\*:\n/)
  expect(stdout).toMatch(
    /\| P0 \| P1 \| P2 \| P3 \| Blocking \| Discarded \|\n\|[-:|]+\|\n\| 1 \| 1 \| 1 \| 1 \| 2 \| 1 \|/,
  )
  expect(stdout).toContain('`src/path.js:1`, **blocks**')
  expect(stdout).toContain('> 2 |   debugger')
  expect(stdout).toMatch(/<summary>1 discarded finding<\/summary>\n\n.*Shown to readers/)
})

const escapeSequence = '\u001b['

describe.concurrent('--format text', () => {
  it('shows the code around each finding, who found it and the verdict last', async () => {
    const { stdout } = output('text')
    expect(stdout).not.toContain(escapeSequence)
    expect(stdout).toMatch(/^review-loop \d\S* {2}branch {2}main → working tree {2}5 files/)
    expect(stdout).toContain('       1 │ export function start() {\n     > 2 │   debugger\n')
    expect(stdout).toMatch(/F-[0-9a-f]+ · hygiene\/debugger · found by hygiene/)
    expect(stdout).toContain('Discarded  1')
    expect(stdout).toMatch(/mechanical defects/)
    expect(stdout.trimEnd().split('\n').slice(-2).join(' ')).toMatch(
      /Verdict {4}Changes Requested, gate blocked: 2 blocking/,
    )
  })

  it.each([
    ['with FORCE_COLOR', [], { NO_COLOR: undefined, FORCE_COLOR: '1' }, true],
    ['not without a terminal', [], { NO_COLOR: undefined }, false],
    ['not with NO_COLOR', [], { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
    ['not with --no-color', ['--no-color'], { NO_COLOR: undefined, FORCE_COLOR: '1' }, false],
  ])('is coloured %s', async (_, args, env, colored) => {
    const { path } = flawedRepository()
    const { stdout, stderr } = await runInside(path, ['review', '--hygiene-only', ...args], { env })
    expect(stdout.includes(escapeSequence)).toBe(colored)
    expect(stderr).not.toContain(`${escapeSequence}J`)
  })

  it('--quiet gives a line for each finding and nothing on the error channel', async () => {
    const { stdout, stderr } = await runInside(flawedRepository().path, ['review', '--hygiene-only', '--quiet'])
    expect(stderr).toBe('')
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(5)
    expect(lines[0]).toBe('src/key.js:1: P0 blocking: AWS access key [secret/aws-access-key]')
    expect(lines[4]).toMatch(/^Changes Requested, gate blocked: /)
  })

  it('--verbose also says what was discarded and why, who looked, and where the files are', async () => {
    const { stdout } = await runInside(flawedRepository().path, ['review', '--verbose'])
    expect(stdout).toContain('Waived: Shown to readers')
    expect(stdout).toMatch(/Reviewer {3}hygiene \(builtin\) ok after/)
    expect(stdout).toMatch(/ruff \(builtin\) skipped after/)
    expect(stdout).toMatch(/Files {6}\.review-loop\/reviews\//)
  })
})

describe.concurrent('the channels', () => {
  it.each(names)('of --format %s: the result on standard output, plain progress on standard error', (name) => {
    const { stdout, stderr } = output(name)
    expect(stdout).toMatch(/\n$/)
    expect(stdout).not.toContain('Reviewing branch')
    expect(stderr).toMatch(
      /^Reviewing branch: main → working tree\n5 files, \+\d+ −\d+\nhygiene ok after .*\nGate: blocked\nWorking files: \.review-loop\/reviews\/\S+\n$/,
    )
  })

  it('--output writes the result whole into a file, without colours, and nothing to standard output', async () => {
    const { path } = flawedRepository()
    const outside = temporaryFolder()
    const env = { NO_COLOR: undefined, FORCE_COLOR: '1' }
    const target = join(outside, 'new', 'review.txt')
    const [text, sarif] = await Promise.all([
      runInside(path, ['review', '--hygiene-only', '--output', target], { env }),
      runInside(path, format('sarif', '--output', '../review.sarif', '--cwd', 'src'), { env }),
    ])
    expect([text, sarif]).toMatchObject([
      { code: 1, stdout: '' },
      { code: 1, stdout: '' },
    ])
    expect(readFileSync(target, 'utf8')).toMatch(/^review-loop [^\u001b]*Changes Requested[^\u001b]*$/)
    expectValid('sarif', JSON.parse(readFileSync(join(path, 'review.sarif'), 'utf8')))
    expect(readdirSync(join(outside, 'new'))).toEqual(['review.txt'])
  })

  const script = '/usr/bin/script'
  const canBeTerminal = process.platform === 'linux' && existsSync(script)

  it.runIf(canBeTerminal)('on a terminal: a live line, gone at the end, and colours', async () => {
    const command = `'${process.execPath}' '${program}' review --hygiene-only`
    const { path: cwd } = flawedRepository()
    const env = { ...process.env, NO_COLOR: undefined, TERM: 'xterm' }
    const seen = await new Promise<string>((resolve) => {
      execFile(script, ['-qec', command, '/dev/null'], { cwd, env }, (_, stdout) => resolve(stdout))
    })
    expect(seen).toContain(`\r${escapeSequence}J`)
    expect(seen).not.toContain('Working files')
    const afterLast = seen.slice(seen.lastIndexOf(`${escapeSequence}J`) + 3)
    expect(afterLast).toContain('Changes Requested')
    expect(afterLast).toContain(escapeSequence)
  })
})
