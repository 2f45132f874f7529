import { describe, expect, it } from 'vitest'
import { expectRefused, placesOf } from '../support/expectations.ts'
import { runInside } from '../support/inside.ts'
import { dateFromNow, reviewJson } from '../support/program.ts'
import { createRepository, type Files } from '../support/repository.ts'
import { clean, withDebugger, withMachinePath } from '../support/samples.ts'

const flawed = { 'src/path.js': withMachinePath, 'lib/path.js': withMachinePath, 'src/debug.js': withDebugger }
const inLib = 'hygiene/machine-path lib/path.js:1'
const inSrc = 'hygiene/machine-path src/path.js:1'
const debuggerLeft = 'hygiene/debugger src/debug.js:2'

/** The house rules stand in the base; the change is flawed. */
function house(rules: { readonly config?: string; readonly waivers?: string }, files: Files = flawed) {
  const repository = createRepository({
    'README.md': '# Test\n',
    ...(rules.config === undefined ? {} : { '.review-loop/config.yaml': rules.config }),
    ...(rules.waivers === undefined ? {} : { '.review-loop/waivers.yaml': rules.waivers }),
  })
  repository.write(files)
  return repository
}

const sweep = async (rules: Parameters<typeof house>[0], files?: Files) =>
  reviewJson(house(rules, files).path, ['--hygiene-only'])

describe.concurrent('waivers', () => {
  it('by the id of a finding', async () => {
    const repository = house({})
    const before = await reviewJson(repository.path, ['--hygiene-only'])
    const id = before.result.findings.find(({ file }) => file === 'src/path.js')?.id
    repository.write({ '.review-loop/waivers.yaml': `waivers:\n  - { id: ${id}, reason: A fixture }\n` })
    const { result } = await reviewJson(repository.path, ['--hygiene-only'])
    expect(placesOf(before.result)).toEqual([debuggerLeft, inLib, inSrc])
    expect(placesOf(result)).toEqual([debuggerLeft, inLib, 'hygiene/review-config .review-loop/waivers.yaml'])
    expect(result.discarded).toMatchObject([{ id, code: 'waived', reason: 'Waived: A fixture' }])
  })

  it.each([
    ['a rule and a path', '{ rule: hygiene/machine-path, path: src/, reason: Fine }', [debuggerLeft, inLib]],
    ['a family and a pattern', '{ rule: hygiene/*, path: "src/*.js", reason: Fine }', [inLib]],
    ['another rule', '{ rule: hygiene/ci-path, path: "**", reason: Fine }', [debuggerLeft, inLib, inSrc]],
    ['another path', '{ rule: hygiene/*, path: test/, reason: Fine }', [debuggerLeft, inLib, inSrc]],
    ['an id that nothing has', '{ id: F-00000000, reason: Fine }', [debuggerLeft, inLib, inSrc]],
  ])('by %s', async (_, waiver, places) => {
    const { result } = await sweep({ waivers: `waivers: [${waiver}]\n` })
    expect(placesOf(result)).toEqual(places)
    expect(result.findings.length + result.discarded.length).toBe(3)
  })

  it('work through their last day and are reported from the next one on', async () => {
    const waiver = (expires: string) =>
      `waivers: [{ rule: hygiene/*, path: "**", reason: Until then, expires: ${expires} }]\n`
    const [today, yesterday] = await Promise.all([
      sweep({ waivers: waiver(dateFromNow(0)) }),
      sweep({ waivers: waiver(dateFromNow(-1)) }),
    ])
    expect(today).toMatchObject({ code: 0, result: { findings: [] } })
    expect(today.result.notices.filter((notice) => notice.includes('expired'))).toEqual([])
    expect(yesterday.code).toBe(1)
    expect(placesOf(yesterday.result)).toEqual([debuggerLeft, inLib, inSrc])
    const notice = `The waiver for hygiene/* in ** expired on ${dateFromNow(-1)} and no longer applies: Until then`
    expect(yesterday.result.notices).toContain(notice)
  })
})

describe.concurrent('the configuration', () => {
  it('ignore: findings there are kept apart, and analysers do not look', async () => {
    const config = 'ignore: ["lib/", "*.py"]\n'
    const files = { ...flawed, 'a.py': 'def f(x=[]):\n    return x\n', 'lib/b.js': 'if (x === NaN) {}\n' }
    const { result } = await reviewJson(house({ config }, files).path)
    expect(placesOf(result)).toEqual([debuggerLeft, inSrc])
    expect(result.discarded).toMatchObject([{ code: 'ignored_path', file: 'lib/path.js' }])
    expect(result.reviewers.find(({ name }) => name === 'ruff')).toMatchObject({ status: 'skipped' })
    expect(result.notices).toContainEqual(expect.stringMatching(/^3 of 5 changed files are ignored/))
  })

  it.each([
    ['a rule made heavier', '{ rule: hygiene/debugger, severity: P1 }', ['P1', 'P1', 'P1'], 1],
    ['a family made lighter', '{ rule: hygiene/*, severity: P3 }', ['P3', 'P3', 'P3'], 0],
    ['a path made lighter', '{ path: lib/, severity: P3 }', ['P1', 'P2', 'P3'], 1],
    ['the last that fits', '{ rule: hygiene/*, severity: P0 }, { path: "**", severity: P3 }', ['P3', 'P3', 'P3'], 0],
  ])('severity: %s', async (_, overrides, severities, code) => {
    const review = await sweep({ config: `severity: [${overrides}]\n` })
    expect(review.result.findings.map(({ severity }) => severity)).toEqual(severities)
    expect(review.code).toBe(code)
  })

  it('builtin.disable: a reviewer does not run, and that is no silence', async () => {
    const files = { 'a.py': 'def f(x=[]):\n    return x\n', 'path.js': withMachinePath }
    const { result, code } = await reviewJson(house({ config: 'builtin: { disable: [hygiene, ruff] }\n' }, files).path)
    expect(code).toBe(0)
    expect(result.reviewers.map(({ name }) => name)).toEqual(['oxlint', 'rules'])
    expect(result.findings).toEqual([])
  })

  it('builtin.disable: with nobody left the review is inconclusive', async () => {
    const { code, result } = await sweep({ config: 'builtin: { disable: [hygiene] }\n' })
    expect(code).toBe(3)
    expect(result.gate.reasons).toEqual(['No reviewer ran.'])
  })

  it('builtin.rules_off: a rule or a family is not reported, but kept with the reason', async () => {
    const [rule, family] = await Promise.all([
      sweep({ config: 'builtin: { rules_off: [hygiene/machine-path] }\n' }),
      sweep({ config: 'builtin: { rules_off: ["hygiene/*"] }\n' }),
    ])
    expect(placesOf(rule.result)).toEqual([debuggerLeft])
    expect(rule.result.discarded.map(({ code }) => code)).toEqual(['rule_off', 'rule_off'])
    expect(family).toMatchObject({ code: 0, result: { findings: [] } })
  })

  it('lines: strict keeps only what stands on an added line', async () => {
    const before = 'one()\ntwo()\nthree()\nfour()\n'
    const report = [
      { file: 'a.js', line: 4, severity: 'P1', title: 'Wrong', problem: 'It is.', evidence: 'four()', confidence: 1 },
    ]
    const repository = createRepository({ 'a.js': before })
    repository.write({
      'a.js': `zero()\n${before}`.replace('two()', 'second()'),
      '.git/report.json': JSON.stringify(report),
      '.git/strict.yaml': 'lines: strict\n',
    })
    const args = ['--hygiene-only', '--import', '.git/report.json']
    const [near, strict] = await Promise.all([
      reviewJson(repository.path, args),
      reviewJson(repository.path, [...args, '--config', '.git/strict.yaml']),
    ])
    expect(near).toMatchObject({ code: 1, result: { findings: [{ title: 'Wrong', file: 'a.js', reportedLine: 4 }] } })
    expect(strict).toMatchObject({ code: 0, result: { findings: [], discarded: [{ code: 'line_not_changed' }] } })
  })

  it('confidence_floor: what is less sure is discarded', async () => {
    const report = [0.4, 0.6].map((confidence) => ({
      file: 'a.js',
      line: 1,
      severity: 'P1',
      title: `Sure by ${confidence}`,
      problem: 'It is.',
      evidence: 'answer',
      confidence,
    }))
    const repository = createRepository()
    repository.write({
      'a.js': clean,
      '.git/report.json': JSON.stringify(report),
      '.git/floor.yaml': 'confidence_floor: 0.7\n',
    })
    const args = ['--hygiene-only', '--import', '.git/report.json']
    const [usual, higher] = await Promise.all([
      reviewJson(repository.path, args),
      reviewJson(repository.path, [...args, '--config', '.git/floor.yaml']),
    ])
    expect(usual.result.findings.map(({ title }) => title)).toEqual(['Sure by 0.6'])
    expect(usual.result.discarded.map(({ code }) => code)).toEqual(['low_confidence'])
    expect(higher).toMatchObject({ code: 0, result: { findings: [] } })
  })

  it('limits.large_file_kb: from where on a file is large', async () => {
    const { result } = await sweep({ config: 'limits: { large_file_kb: 1 }\n' }, { 'big.txt': 'words '.repeat(300) })
    expect(placesOf(result)).toEqual(['hygiene/large-file big.txt'])
  })
})

describe.concurrent('a mistake in the rules stops the review', () => {
  it.each([
    ['ignroe: [lib/]', /config\.yaml:1: unknown key "ignroe"; did you mean "ignore"\?$/],
    [
      'lines: hunk\nlimits:\n  large_file: 3',
      'config.yaml:3: unknown key "limits.large_file"; did you mean "large_file_kb"?',
    ],
    ['lines: loose', 'config.yaml:1: "lines" must be'],
    ['limits: { fast_path_lines: -1 }', 'config.yaml:1: "limits.fast_path_lines"'],
    ['severity: [{ rule: x, severity: P7 }]', 'config.yaml:1: "severity.0.severity"'],
    ['severity: [{ severity: P1 }]', 'an entry of severity needs a rule, a category or a path'],
    ['builtin: { disable: [oxlnt] }', 'config.yaml:1: "builtin.disable.0"'],
    ['import: { security_p0: 5, security_p1: 6 }', 'import.security_p1 must not be above import.security_p0'],
    ['ignore: [lib/\nlines: hunk\nimport: {', 'config.yaml:'],
    ['limits: { fast_path_lines: a, partition_lines: b, partition_files: c, large_file_kb: d }', /; and 1 more\.$/],
    ['- a list', 'found a list'],
    ['just words', 'expected keys and values'],
  ])('in config.yaml: %j', async (config, message) => {
    const { path } = house({ config })
    expectRefused(await runInside(path, ['review']), path, message)
  })

  it.each([
    ['waivers: [{ id: F-1 }]', 'waivers.yaml:1: "waivers.0.reason" is missing'],
    ['waivers: [{ reason: Fine }]', 'a waiver needs either an id, or a rule and a path'],
    ['waivers: [{ rule: hygiene/*, reason: Fine }]', 'a waiver needs either an id, or a rule and a path'],
    ['waivers: [{ id: F-1, reason: Fine, expires: tomorrow }]', 'must be a date such as'],
    [
      'waivers:\n  - { id: F-1, reason: Fine, expire: 2030-01-01 }',
      'waivers.yaml:2: unknown key "waivers.0.expire"; did you mean "expires"?',
    ],
    ['waiver: []', 'unknown key "waiver"; did you mean "waivers"?'],
  ])('in waivers.yaml: %j', async (waivers, message) => {
    const { path } = house({ waivers })
    expectRefused(await runInside(path, ['review']), path, message)
  })
})
