import { expect, it } from 'vitest'
import type { LineRange, RawFinding } from '../../types.ts'
import { exampleSource } from './example-source.ts'
import { ruff } from './ruff.ts'

const never = new AbortController().signal

function review(text: string, path = 'app/code.py', added?: readonly LineRange[]) {
  return ruff.review([exampleSource(path, text, added)], never)
}

const rules = (findings: readonly RawFinding[]) => findings.map(({ rule, severity }) => `${rule} ${severity}`)

it('reports a finding with everything a reader needs', async () => {
  const [finding] = await review('def f(seen=[]):\n    return seen\n')
  expect(finding).toEqual({
    reviewer: 'ruff',
    file: 'app/code.py',
    line: 1,
    endLine: 1,
    severity: 'P2',
    blocking: true,
    category: 'correctness',
    rule: 'ruff/B006',
    title: 'Do not use mutable data structures for argument defaults',
    problem: 'Do not use mutable data structures for argument defaults',
    impact: 'All calls share one object: what one call adds, the next one sees.',
    fix: 'Replace with `None`; initialize within function',
    suggestion: 'def f(seen=None):\n    if seen is None:\n        seen = []',
    evidence: 'def f(seen=[]):',
    confidence: 0.9,
    discard: false,
    discriminator: null,
  })
})

it.each([
  ['an undefined name', 'print(missing)\n', ['ruff/F821 P1']],
  ['a missing name inside a quoted annotation as minor', "def f(x: 'Missing'):\n    return x\n", ['ruff/F821 P3']],
  ['identity of a literal', "def f(x):\n    return x is 'a'\n", ['ruff/F632 P1']],
  ['a swallowed exception', 'try:\n    f = 1\nexcept:\n    pass\n', ['ruff/S110 P2']],
  ['unsafe YAML', 'import yaml\nx = yaml.load(open("a"))\n', ['ruff/S506 P1']],
  ['only the first syntax error', 'def f(:\n  x\nreturn )\n', ['ruff/syntax-error P1']],
  ['nothing in Python 2', 'print "a"\nprint "b"\n', []],
  ['nothing in a template', 'name = {{ cookiecutter.name }} {% if a %}\n', []],
  ['nothing between conflict markers', '<<<<<<< ours\nx = (\n=======\nx = )\n>>>>>>> theirs\n', []],
  ['no unused import', 'import os\n', []],
  ['no bare raise, which a function called by a handler may have', 'def again():\n    raise\n', []],
  [
    'what stands in a file that is not valid UTF-8',
    Buffer.from('# caf\xe9\nprint(missing)\n', 'latin1').toString('utf8'),
    ['ruff/F821 P1'],
  ],
  ['no assert, subprocess or random', 'import random\nassert random.random() < 2\n', []],
  ['no exception that is named and not used', 'try:\n    x = 1\nexcept ValueError as e:\n    x = 2\n    raise\n', []],
])('reports %s', async (_, text, expected) => {
  expect(rules(await review(text))).toEqual(expected)
})

it('reports only what touches an added line', async () => {
  const text = 'print(old)\nprint(new)\n'
  expect((await review(text, 'a.py', [{ start: 2, end: 2 }])).map(({ line }) => line)).toEqual([2])
})

it('offers no repair that would touch a line the change did not add', async () => {
  const text = 'def f(\n    seen=[],\n):\n    return seen\n'
  const [finding] = await review(text, 'a.py', [{ start: 2, end: 2 }])
  expect(finding).toMatchObject({ rule: 'ruff/B006', line: 2, suggestion: null })
})

it('weighs one level less in a test, and leaves advice out there', async () => {
  const text = 'import requests\nprint(missing)\nrequests.get("x")\n'
  expect(rules(await review(text, 'tests/test_a.py'))).toEqual(['ruff/F821 P2'])
  expect(rules(await review(text, 'app/a.py'))).toEqual(['ruff/S113 P2', 'ruff/F821 P1'])
})

it.each(['examples/a.py', 'docs/conf.py', 'app/fixtures/a.py'])(
  'weighs one level less in %s, with its advice',
  async (path) => {
    const text = 'import requests\nprint(missing)\nrequests.get("x")\n'
    const findings = await review(text, path)
    expect(rules(findings)).toEqual(['ruff/S113 P3', 'ruff/F821 P2'])
    expect(findings.some(({ blocking }) => blocking)).toBe(false)
  },
)

it('believes a directive of the change for advice, but not for what blocks', async () => {
  const text = 'import requests\nprint(missing)  # noqa\nrequests.get("x")  # noqa: S113\n'
  const findings = await review(text)
  expect(rules(findings)).toEqual(['ruff/F821 P1'])
  expect(findings[0]?.evidence).toBe('print(missing)  # noqa')
})

it('respects a directive that was there before the change', async () => {
  const text = '# ruff: noqa\nprint(missing)\n'
  expect(await review(text, 'a.py', [{ start: 2, end: 2 }])).toEqual([])
  expect(rules(await review(text))).toEqual(['ruff/F821 P1'])
})

it('keeps columns right after characters outside the basic plane', async () => {
  const [finding] = await review("def f(x):\n    return '😀é' + x if x is 'a' else x\n")
  expect(finding?.suggestion).toBe("    return '😀é' + x if x == 'a' else x")
})

it('stops when it is told to', async () => {
  const abort = new AbortController()
  abort.abort()
  await expect(ruff.review([exampleSource('a.py', 'x = 1\n')], abort.signal)).rejects.toThrow()
})
