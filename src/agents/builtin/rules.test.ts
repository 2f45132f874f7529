import { describe, expect, it } from 'vitest'
import { astRules, loadEngine } from './ast-engine.ts'
import { exampleSource } from './example-source.ts'
import { rules } from './rules.ts'

const engine = await loadEngine(new Set(['go', 'java', 'rust']))
const never = new AbortController().signal

describe.each(astRules)('$id', (rule) => {
  const found = (text: string) =>
    rule.languages.map((language) => engine.match(language, text).some((match) => match.rule === rule))

  it.each(rule.bad)('reports %j', (text) => {
    expect(found(text)).toEqual(rule.languages.map(() => true))
  })

  it.each(rule.good)('leaves %j alone', (text) => {
    expect(found(text)).toEqual(rule.languages.map(() => false))
  })
})

it('has ids that are used once, short titles, and an impact for everything above P2', () => {
  expect(new Set(astRules.map(({ id }) => id)).size).toBe(astRules.length)
  expect(astRules.filter(({ title }) => title.length >= 80)).toEqual([])
  expect(astRules.filter(({ severity, impact }) => severity < 'P2' && impact === null)).toEqual([])
})

it('gives at least a dozen rules to each language without a linter of its own', () => {
  for (const language of ['go', 'java', 'rust'] as const) {
    expect(astRules.filter((rule) => rule.languages.includes(language)).length).toBeGreaterThanOrEqual(12)
  }
})

it('reports a finding with everything a reader needs', async () => {
  const text = 'class A {\n  void f(String name) {\n    if (name == "admin") allow();\n  }\n}\n'
  expect(await rules.review([exampleSource('src/A.java', text)], never)).toEqual([
    {
      reviewer: 'rules',
      file: 'src/A.java',
      line: 3,
      endLine: 3,
      severity: 'P2',
      blocking: true,
      category: 'correctness',
      rule: 'rules/java/string-identity',
      title: 'Strings compared with == or !=',
      problem: 'The operator compares references, not text: two equal strings are usually different objects.',
      impact: 'The comparison is false for equal text that was read or computed.',
      fix: 'Compare with equals.',
      suggestion: '    if ("admin".equals(name)) allow();',
      evidence: 'if (name == "admin") allow();',
      confidence: 0.95,
      discard: false,
      discriminator: null,
    },
  ])
})

it.each([
  ['broken code', 'a.go', 'package p\nfunc f( {\n\tdefer recover()\n'],
  ['an empty file', 'a.rs', ''],
  ['conflict markers', 'A.java', 'class A {\n<<<<<<< ours\nboolean b = x == "a";\n=======\n>>>>>>> theirs\n}\n'],
  ['characters outside the basic plane', 'a.go', 'package p\nvar s = "😀"\n'],
  ['replacement characters', 'a.go', 'package p\nvar caf\ufffd = "\ufffd"\n'],
])('survives %s', async (_, path, text) => {
  await expect(rules.review([exampleSource(path, text)], never)).resolves.toBeInstanceOf(Array)
})

it('says nothing about a file with conflict markers', async () => {
  const text = 'class A {\n<<<<<<< ours\nboolean b = x == "a";\n=======\n>>>>>>> theirs\n}\n'
  expect(await rules.review([exampleSource('A.java', text)], never)).toEqual([])
})

it('reports only what touches an added line', async () => {
  const text = 'package p\nfunc f() {\n\tdefer recover()\n\tdefer recover()\n}\n'
  const findings = await rules.review([exampleSource('a.go', text, [{ start: 4, end: 4 }])], never)
  expect(findings.map(({ line }) => line)).toEqual([4])
})

it.each([
  ['src/a.rs', 'fn f() {\n    if x == f64::NAN { return; }\n}\n', 'P1'],
  ['src/a.rs', 'mod tests {\n    fn f() {\n        if x == f64::NAN { return; }\n    }\n}\n', 'P2'],
  ['tests/a.rs', 'fn f() {\n    if x == f64::NAN { return; }\n}\n', 'P2'],
  ['examples/a.rs', 'fn f() {\n    if x == f64::NAN { return; }\n}\n', 'P2'],
])('weighs a test or an example one level less: %s %j', async (path, text, severity) => {
  const findings = await rules.review([exampleSource(path, text)], never)
  expect(findings.map((finding) => [finding.severity, finding.blocking])).toEqual([[severity, severity === 'P1']])
})

it('keeps the place of a repair after characters outside the basic plane', async () => {
  const text = 'class A {\n  boolean b = f("😀é", name == "a");\n}\n'
  const [finding] = await rules.review([exampleSource('A.java', text)], never)
  expect(finding?.suggestion).toBe('  boolean b = f("😀é", "a".equals(name));')
})
