import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import type { LineRange, RawFinding } from '../../types.ts'
import { exampleSource } from './example-source.ts'
import { oxlint } from './oxlint.ts'
import { oxlintChecks } from './rules/oxlint.ts'

const never = new AbortController().signal

function review(text: string, path = 'src/code.ts', added?: readonly LineRange[]) {
  return oxlint.review([exampleSource(path, text, added)], never)
}

const rules = (findings: readonly RawFinding[]) =>
  findings.map(({ rule, severity, line }) => `${rule} ${severity} ${line}`)

it('reports a finding with everything a reader needs', async () => {
  const [finding] = await review('export const f = (x: number) => {\n  return x === NaN\n}\n')
  expect(finding).toMatchObject({
    reviewer: 'oxlint',
    file: 'src/code.ts',
    line: 2,
    endLine: 2,
    severity: 'P1',
    blocking: true,
    category: 'correctness',
    rule: 'oxlint/use-isnan',
    suggestion: '  return isNaN(x)',
    evidence: 'return x === NaN',
    confidence: 0.95,
  })
})

it.each([
  [
    'a key that is written twice, at the second place',
    'a.js',
    'export const o = {\n  a: 1,\n  a: 2,\n}\n',
    ['oxlint/no-dupe-keys P2 3'],
  ],
  ['a constant that is assigned', 'a.mjs', 'const c = 1\nc = 2\nexport { c }\n', ['oxlint/no-const-assign P1 2']],
  ['eval', 'a.cjs', 'module.exports = (x) => eval(x)\n', ['oxlint/no-eval P2 1']],
  ['a syntax error', 'a.ts', 'export const = 1\n', ['oxlint/syntax-error P1 1']],
  ['a syntax error below the last line', 'a.ts', 'export const a = 1\nimport os\n', ['oxlint/syntax-error P1 2']],
  [
    'TypeScript with JSX',
    'a.tsx',
    'export const A = () => <p id="a" id="b" />\n',
    ['oxlint/react/jsx-no-duplicate-props P2 1'],
  ],
  [
    'the script of a Vue component',
    'a.vue',
    '<template><p /></template>\n<script>\nexport default { a: 1, a: 2 }\n</script>\n',
    ['oxlint/no-dupe-keys P2 3'],
  ],
  [
    'a hook in a condition',
    'a.tsx',
    "import { useState } from 'react'\nexport function A(p) {\n  if (p.a) {\n    return useState(1)\n  }\n  return null\n}\n",
    ['oxlint/react/rules-of-hooks P2 4'],
  ],
  [
    'no hook of another library',
    'a.tsx',
    "import { useState } from 'other'\nexport function A(p) {\n  if (p.a) {\n    return useState(1)\n  }\n  return null\n}\n",
    [],
  ],
  ['no debugger, which hygiene reports', 'a.ts', 'debugger\n', []],
  [
    'what stands in a file that is not valid UTF-8',
    'a.js',
    Buffer.from('const s = "caf\xe9"\nexport const a = s === NaN // \xfc\n', 'latin1').toString('utf8'),
    ['oxlint/use-isnan P1 2'],
  ],
  [
    'fixtures and examples one level lighter',
    'examples/a.js',
    'export const a = x === NaN\n',
    ['oxlint/use-isnan P2 1'],
  ],
  ['advice in documents too', 'docs/a.js', 'module.exports = (x) => eval(x)\n', ['oxlint/no-eval P3 1']],
  ['no unused import', 'a.ts', "import { a } from 'b'\n", []],
  ['nothing between conflict markers', 'a.ts', '<<<<<<< ours\nconst = 1\n=======\n>>>>>>> theirs\n', []],
  ['nothing in a file with Flow types', 'a.js', '// @flow\nexport type A = {| a: ?string |}\n', []],
  ['nothing in minified code', 'a.js', `${'if(a===NaN){};'.repeat(500)}\n`, []],
])('reports %s', async (_, path, text, expected) => {
  expect(rules(await review(text, path))).toEqual(expected)
})

it('has a short title, and the rest of the message as the problem', async () => {
  const [finding] = await review('const s = 1\n')
  expect(finding).toMatchObject({
    title: "Variable 's' is declared but never used",
    problem: "Unused variables should start with a '_'.",
  })
})

it('reports only what touches an added line', async () => {
  const text = 'export const a = x === NaN\nexport const b = x === NaN\n'
  expect((await review(text, 'a.ts', [{ start: 2, end: 2 }])).map(({ line }) => line)).toEqual([2])
})

it('offers no repair that would touch a line the change did not add', async () => {
  const text = 'export const a = (\n  x\n) === NaN\n'
  const [finding] = await review(text, 'a.ts', [{ start: 3, end: 3 }])
  expect(finding).toMatchObject({ rule: 'oxlint/use-isnan', suggestion: null })
})

it('offers each repair once, in files with either kind of line break', async () => {
  const findings = await review('export const a = x === NaN || y === NaN\r\n', 'a.ts')
  expect(findings.map(({ suggestion }) => suggestion)).toEqual(['export const a = isNaN(x) || isNaN(y)', null])
})

it('believes a directive of the change for advice, but not for what blocks', async () => {
  const text = '/* eslint-disable */\nlet unused = 1\nexport const a = x === NaN // eslint-disable-line\n'
  const findings = await review(text)
  expect(rules(findings)).toEqual(['oxlint/use-isnan P1 3'])
  expect(findings[0]?.evidence).toBe('export const a = x === NaN // eslint-disable-line')
  expect(await review(text, 'a.ts', [{ start: 2, end: 2 }])).toEqual([])
})

it('respects a directive that was there before the change', async () => {
  const text = '/* eslint-disable */\nexport const a = x === NaN\n'
  expect(await review(text, 'a.ts', [{ start: 2, end: 2 }])).toEqual([])
})

it('is not configured by files of the change, whatever their names', async () => {
  const sources = [
    exampleSource('oxlint.config.ts', 'export default { rules: { "use-isnan": "off" } }\n'),
    exampleSource('../../escape.ts', 'export const a = x === NaN\n'),
    exampleSource('node_modules/../.hidden/b.ts', 'export const b = x === NaN\n'),
  ]
  // It looks at files side by side, in no fixed order.
  const files = (await oxlint.review(sources, never)).map(({ file }) => file)
  expect(new Set(files)).toEqual(new Set(['../../escape.ts', 'node_modules/../.hidden/b.ts']))
})

it('looks only at regular source files that a person wrote', () => {
  const { file } = exampleSource('src/a.ts', '')
  const cases = [
    [file, true],
    [{ ...file, path: 'src/A.TSX' }, true],
    [{ ...file, path: 'src/a.py' }, false],
    [{ ...file, path: '.ts' }, false],
    [{ ...file, path: 'dist/a.js' }, false],
    [{ ...file, status: 'deleted', newMode: '000000' }, false],
    [{ ...file, binary: true }, false],
    [{ ...file, newMode: '120000' }, false],
    [{ ...file, newMode: '160000' }, false],
  ] as const
  for (const [changed, expected] of cases) expect(oxlint.applies(changed), JSON.stringify(changed)).toBe(expected)
})

it('knows only rules that the installed oxlint has', () => {
  const listing = execFileSync(process.execPath, ['node_modules/oxlint/bin/oxlint', '--rules', '--format=json'])
  const entries: { scope: string; value: string }[] = JSON.parse(listing.toString('utf8'))
  const names = new Set(entries.map(({ scope, value }) => (scope === 'eslint' ? value : `${scope}/${value}`)))
  expect([...oxlintChecks.keys()].filter((rule) => !names.has(rule))).toEqual([])
})

it('ends at once when it is told to, and leaves nothing behind', async () => {
  const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('review-loop-oxlint-'))
  const before = folders()
  await expect(oxlint.review([exampleSource('a.ts', 'x\n')], AbortSignal.abort())).rejects.toThrow(
    'oxlint could not run',
  )
  expect(folders().filter((name) => !before.includes(name))).toEqual([])
})
