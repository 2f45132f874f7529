import { describe, expect, it } from 'vitest'
import { changedFile } from '../../../test/support/change.ts'
import type { RawFinding } from '../../types.ts'
import { fillExample } from '../secrets/rules/examples.ts'
import { createHygiene } from './index.ts'

function review(path: string, ...lines: string[]): readonly RawFinding[] {
  const hygiene = createHygiene({ largeFileKb: 500 })
  for (const [index, text] of lines.entries()) hygiene.addLine(path, index + 1, text)
  return hygiene.finish([], new Map()).findings
}

const brief = (finding: RawFinding): string => `${finding.line} ${finding.severity} ${finding.rule}`
const token = fillExample('gh~p_{A36}', 1)
const key = fillExample('AK~IA{U16}', 2)

describe('a line of the change', () => {
  it.each<[path: string, line: string, expected: string[]]>([
    ['src/a.ts', `const t = '${token}'`, ['1 P0 secret/github-token']],
    ['src/a.test.ts', `const t = '${token}'`, ['1 P1 secret/github-token']],
    ['README.md', `use ${token}`, ['1 P1 secret/github-token']],
    ['src/a.ts', "const home = '/home/jane/work/a.txt'", ['1 P1 hygiene/machine-path']],
    ['src/a.ts', "const home = '/Users/jane'", ['1 P1 hygiene/machine-path']],
    ['src/a.ts', "const home = 'C:\\\\Users\\\\jane\\\\a.txt'", ['1 P1 hygiene/machine-path']],
    ['src/a.ts', 'C:/Users/jane/a.txt', ['1 P1 hygiene/machine-path']],
    ['tests/a.ts', "const home = '/home/jane/work/a.txt'", ['1 P2 hygiene/machine-path']],
    ['src/a.ts', "'/home/jane/app/node_modules/x'", []],
    ['src/a.ts', "'/home/user/app'", []],
    ['src/a.ts', "'/home/you/app' '/Users/username/x' '/home/node/app'", []],
    ['src/a.ts', "route('/home/settings/profile')", []],
    ['src/a.ts', "fetch('https://example.org/home/jane/x')", []],
    ['src/a.ts', "get('/api/users/jane/x')", []],
    ['src/a.ts', "'/home/runner/work/app/app/a.js'", ['1 P1 hygiene/ci-path']],
    ['src/a.ts', "'/github/workspace/a.js'", ['1 P1 hygiene/ci-path']],
    ['src/a.ts', "'/builds/group/app/a.js'", ['1 P1 hygiene/ci-path']],
    ['src/a.ts', "'/var/lib/jenkins/workspace/app/a.js'", ['1 P1 hygiene/ci-path']],
    ['src/a.ts', "'D:\\\\a\\\\app\\\\app\\\\x.js'", ['1 P1 hygiene/ci-path']],
    ['.github/workflows/ci.yml', 'path: /home/runner/.cache/x', []],
    ['src/a.ts', String.raw`x.replace(/\/home\/runner\//, '')`, []],
    ['src/a.ts', "x.replace(/[/]home[/]runner[/]work/, '')", []],
    ['src/a.ts', String.raw`const runner = /D:\\a\\app\\app/`, []],
    ['src/a.ts', String.raw`x.match(/^C:\\Users\\jane\\/i)`, []],
    ['src/a.ts', String.raw`const home = y / 2 + 'C:\\Users\\jane\\' + z / 2`, ['1 P1 hygiene/machine-path']],
    ['src/a.py', "re.compile(r'/home/runner/.*')", []],
    ['src/a.py', String.raw`re.compile(r'/home/runner/work/\w+')`, []],
    ['src/a.py', "re.compile(r'^/home/jane/[^/]+/')", []],
    ['src/a.py', "re.compile(r'/github/workspace/(?:a|b)')", []],
    ['src/a.ts', String.raw`new RegExp('/home/jane/x\\.txt')`, []],
    ['src/a.ts', String.raw`"/home/jane/x\n"`, ['1 P1 hygiene/machine-path']],
    ['src/a.sh', 'cp /home/jane/x/*.txt .', ['1 P1 hygiene/machine-path']],
    [
      '.npmrc',
      `//npm.corp.net/:_auth${'Token'}=${fillExample('{h8}-{h4}-{h4}-{h4}-{h12}', 1)}`,
      ['1 P0 secret/npm-auth'],
    ],
    ['.npmrc', `//npm.corp.net/:_pass${'word'}="aHVudGVyMnh4"`, ['1 P0 secret/npm-auth']],
    ['.npmrc', `_pass${'word'}=${btoa('hunter2x9')}`, ['1 P0 secret/npm-auth']],
    ['.npmrc', `//npm.corp.net/:_auth${'Token'}=\${NPM_TOKEN}`, []],
    ['.npmrc', 'engine-strict=true', []],
    ['.yarnrc.yml', `npmAuth${'Token'}: ${fillExample('{h8}-{h4}-{h4}-{h4}-{h12}', 1)}`, ['1 P0 secret/npm-auth']],
    ['.yarnrc.yml', `npmAuth${'Ident'}: "${fillExample('{A24}', 1)}"`, ['1 P0 secret/npm-auth']],
    ['.yarnrc.yml', 'nodeLinker: node-modules', []],
    ['src/a.ts', '<<<<<<< HEAD', ['1 P1 hygiene/conflict-marker']],
    ['docs/a.md', '<<<<<<< HEAD', ['1 P2 hygiene/conflict-marker']],
    ['src/a.ts', '=======', []],
    ['src/a.ts', '<<<<<<<< HEAD', []],
    ['src/a.ts', 'x <<<<<<< HEAD', []],
    ['src/a.ts', 'if (isAdmin\u202e \u2066) {', ['1 P1 hygiene/bidi']],
    ['src/a.test.ts', 'const a = "\u202e"', ['1 P2 hygiene/bidi']],
    ['src/a.ts', 'const na\u200bme = 1', ['1 P2 hygiene/hidden-unicode']],
    ['src/a.ts', 'const na\u200dme = 1', ['1 P2 hygiene/hidden-unicode']],
    ['src/a.ts', 'ignore this\u{e0041}\u{e0042}', ['1 P2 hygiene/hidden-unicode']],
    ['src/a.ts', 'const a = b\u200b\u200c\u200b // c', ['1 P2 hygiene/hidden-unicode']],
    ['src/a.ts', '\ufeffimport x', []],
    ['src/a.ts', "const family = '👨‍👩‍👧'", []],
    ['src/a.ts', "const heart = '❤️ 1️⃣'", []],
    ['src/a.ts', "const flag = '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'", []],
    ['src/a.ts', "const word = 'می‌خواهم'", []],
    ['src/a.ts', "const text = 'Grüße, 你好'", []],
    ['src/th.json', '"zip": "รหัส\u200bไปรษณีย์"', []],
  ])('%s: %s', (path, line, expected) => {
    expect(review(path, line).map(brief)).toEqual(expected)
  })

  it('tells one conflict once, and a rest of one too', () => {
    const lines = ['<<<<<<< ours', 'a', '=======', 'b', '>>>>>>> theirs', 'c', '>>>>>>> gone']
    expect(review('src/a.ts', ...lines).map(brief)).toEqual([
      '1 P1 hygiene/conflict-marker',
      '7 P1 hygiene/conflict-marker',
    ])
  })

  it('is quoted literally, trimmed and cut between characters', () => {
    const line = `    const home = '/home/jane/work/${'😀'.repeat(200)}'`
    const evidence = review('src/a.ts', line)[0]?.evidence ?? ''
    expect(line).toContain(evidence)
    expect(evidence).toMatch(/^const home = '\/home\/jane\//)
    expect(evidence.length).toBeLessThanOrEqual(200)
    expect(evidence).not.toMatch(/\p{Surrogate}/u)
  })

  it('keeps what blocks and what is told about it', () => {
    const [secret] = review('src/a.ts', `const t = '${token}'`)
    expect(secret).toMatchObject({
      blocking: true,
      category: 'security',
      reviewer: 'hygiene',
      line: 1,
      endLine: 1,
      suggestion: null,
      discard: false,
    })
    expect(secret?.confidence).toBeGreaterThanOrEqual(0.9)
    expect(secret?.title).toBe('GitHub token')
  })
})

describe('secrets', () => {
  it('are never shown whole, in whichever finding', () => {
    const line = `fetch('/home/jane/x', '${token}', '${key}'); debugger;\u200b`
    const findings = review('src/a.ts', line)
    expect(findings.map((finding) => finding.rule).sort()).toEqual(
      [
        'hygiene/debugger',
        'hygiene/hidden-unicode',
        'hygiene/machine-path',
        'secret/aws-access-key',
        'secret/github-token',
      ].sort(),
    )
    for (const secret of [token, key]) expect(JSON.stringify(findings)).not.toContain(secret.slice(0, 6))
    for (const finding of findings) expect(line).toContain(finding.evidence)
  })

  it('of the same beginning differ by their discriminator', () => {
    const other = fillExample('gh~p_{A36}', 9)
    const findings = review('src/a.ts', `t('${token}')`, `t('${other}')`, `t('${token}')`)
    expect(new Set(findings.map((finding) => finding.evidence))).toEqual(new Set([`t('${token.slice(0, 4)}`]))
    expect(findings[0]?.discriminator).not.toBe(findings[1]?.discriminator)
    expect(findings[0]?.discriminator).toBe(findings[2]?.discriminator)
  })

  it('are handed over for redaction', () => {
    const hygiene = createHygiene({ largeFileKb: 500 })
    hygiene.addLine('src/a.ts', 1, `t('${token}')`)
    expect(hygiene.finish([], new Map()).secrets).toEqual([token])
  })
})

describe('a private key', () => {
  const dashes = '-----'
  const head = `${dashes}BEGIN RSA PRIVATE KEY${dashes}`
  const body = fillExample('{A64}', 4)

  it.each<[title: string, lines: string[], expected: string[]]>([
    ['with its content', [head, body, body], ['1 P0 secret/private-key']],
    ['in a program', [`const key = \`${head}`, `  ${body}`], ['1 P0 secret/private-key']],
    ['in joined strings', [`"${head}\\n" +`, `"${body}\\n" +`], ['1 P0 secret/private-key']],
    [
      'with lines about itself',
      [head, 'Proc-Type: 4,ENCRYPTED', 'DEK-Info: AES-128-CBC,1', '', body],
      ['1 P0 secret/private-key'],
    ],
    ['on one line', [`key: "${head}\\n${body}\\n"`], ['1 P0 secret/private-key']],
    ['without content', [head, '...'], []],
    ['that is only spoken of', [`if (text.startsWith('${head}')) {`, '  return read(text)'], []],
    ['that is public', [head.replace('PRIVATE', 'PUBLIC'), body], []],
  ])('%s', (_, lines, expected) => {
    expect(review('src/a.ts', ...lines).map(brief)).toEqual(expected)
  })

  it('hands every line of its content over for redaction', () => {
    const hygiene = createHygiene({ largeFileKb: 500 })
    const second = fillExample('{A64}', 8)
    for (const [index, text] of [head, body, second, 'x', body.toLowerCase()].entries())
      hygiene.addLine('a.txt', index + 1, text)
    expect(hygiene.finish([], new Map()).secrets).toEqual([body, second])
  })
})

it('counts what a bad file repeats instead of telling it a thousand times', () => {
  const findings = review('src/a.ts', ...Array.from({ length: 1000 }, (_, index) => `'/home/jane/x/${index}'`))
  expect(findings.length).toBe(50)
  expect(findings.at(-1)?.problem).toContain('950 more lines')
})

it('puts findings about files after those about lines', () => {
  const hygiene = createHygiene({ largeFileKb: 500 })
  hygiene.addLine('.env', 1, `TOKEN=${token}`)
  const file = changedFile({ path: '.env', status: 'added', addedLines: 1, added: [{ start: 1, end: 1 }] })
  const findings = hygiene.finish([file], new Map()).findings
  expect(findings.map(brief)).toEqual(['1 P0 secret/github-token', 'null P1 hygiene/sensitive-file'])
})
