import { describe, expect, it } from 'vitest'
import { changedFile } from '../../../test/support/change.ts'
import type { ChangedFile } from '../../types.ts'
import { checkFiles } from './files.ts'

const file = (path: string, more: Partial<ChangedFile> = {}): ChangedFile =>
  changedFile({ path, status: 'added', oldMode: '000000', addedLines: 1, ...more })

const check = (changed: ChangedFile, size?: number): string[] =>
  checkFiles([changed], new Map(size === undefined ? [] : [[changed.path, size]]), 500).map(
    ({ severity, rule }) => `${severity} ${rule}`,
  )

describe('the name of an added file', () => {
  const sensitive = ['P1 hygiene/sensitive-file']
  const ignored = ['P2 hygiene/should-be-ignored']
  const agent = ['P2 hygiene/agent-config']
  const build = ['P2 hygiene/ci-config']
  const hook = ['P2 hygiene/hook-config']
  it.each<[path: string, expected: string[]]>([
    ['.env', sensitive],
    ['app/.env.production', sensitive],
    ['prod.env', sensitive],
    ['.env.example', []],
    ['.env.local.sample', []],
    ['environment.ts', []],
    ['certs/server.pem', sensitive],
    ['certs/server.key', sensitive],
    ['certs/server.pub', []],
    ['certs/public-key.pem', []],
    ['.ssh/id_ed25519', sensitive],
    ['.ssh/id_ed25519.pub', []],
    ['keys/store.jks', sensitive],
    ['credentials.json', sensitive],
    ['k8s/secrets.yaml', sensitive],
    ['src/secrets.ts', []],
    ['src/core/secrets/index.ts', []],
    ['src/password_reset.py', []],
    ['.npmrc', []],
    ['.yarnrc.yml', []],
    ['.envrc', []],
    ['pip.conf', []],
    ['.wgetrc', []],
    ['docker/my.cnf', []],
    ['.my.cnf', sensitive],
    ['.pypirc', sensitive],
    ['.netrc', sensitive],
    ['.terraformrc', []],
    ['.config/hub', sensitive],
    ['bin/hub', []],
    ['src/integrations/salesforce.js', []],
    ['.docker/config.json', sensitive],
    ['src/config.json', []],
    ['terraform.tfstate', sensitive],
    ['tests/fixtures/server.pem', ['P2 hygiene/sensitive-file']],
    ['.DS_Store', ignored],
    ['server.log', ignored],
    ['src/a.ts.orig', ignored],
    ['src/a.pyc', ignored],
    ['src/blog.ts', []],
    ['config.local.json', ignored],
    ['CLAUDE.md', agent],
    ['packages/a/AGENTS.md', agent],
    ['GEMINI.md', agent],
    ['.mcp.json', agent],
    ['.cursor/rules/a.mdc', agent],
    ['.claude/settings.json', agent],
    ['.codex/config.toml', agent],
    ['.github/workflows/ci.yml', build],
    ['.gitlab-ci.yml', build],
    ['Jenkinsfile', build],
    ['.husky/pre-commit', hook],
    ['lefthook.yml', hook],
    ['.pre-commit-config.yaml', hook],
    ['.review-loop/config.yaml', ['P2 hygiene/review-config']],
    ['.review-loop/waivers.yaml', ['P2 hygiene/review-config']],
    ['src/index.ts', []],
    ['README.md', []],
  ])('%s', (path, expected) => {
    expect(check(file(path))).toEqual(expected)
  })
})

describe('what became of the file', () => {
  it.each<[title: string, changed: ChangedFile, expected: string[]]>([
    ['a deleted .env is good', file('.env', { status: 'deleted' }), []],
    ['a changed .env is not', file('.env', { status: 'modified' }), ['P1 hygiene/sensitive-file']],
    ['a changed log was there before', file('a.log', { status: 'modified' }), []],
    ['a deleted workflow is told', file('.github/workflows/ci.yml', { status: 'deleted' }), ['P2 hygiene/ci-config']],
    ['a link is not the file it points to', file('.env', { newMode: '120000' }), []],
  ])('%s', (_, changed, expected) => {
    expect(check(changed)).toEqual(expected)
  })
})

describe('size and content', () => {
  const hidden = { binary: true, newBlob: 'b' }
  it.each<[title: string, changed: ChangedFile, size: number | undefined, expected: string[]]>([
    ['a large file', file('data.csv'), 501 * 1024, ['P3 hygiene/large-file']],
    ['a file at the limit', file('data.csv'), 500 * 1024, []],
    ['a large lock file', file('package-lock.json'), 5_000_000, []],
    ['a large picture', file('a.png', { binary: true }), 5_000_000, ['P3 hygiene/large-file']],
    ['a small picture', file('a.png', { binary: true }), 5_000, []],
    ['a program', file('tool.exe', { binary: true }), undefined, ['P3 hygiene/binary-file']],
    ['unknown binary content', file('data/blob', { binary: true }), undefined, ['P3 hygiene/binary-file']],
    ['source that shows as binary', file('src/a.js', hidden), undefined, ['P1 hygiene/binary-source']],
    [
      'changed source that does',
      file('a.py', { ...hidden, status: 'modified', oldBlob: 'a' }),
      10,
      ['P1 hygiene/binary-source'],
    ],
    ['source of a test that does', file('test/a.js', hidden), undefined, ['P2 hygiene/binary-source']],
    [
      'a workflow that does',
      file('.github/workflows/ci.yml', hidden),
      undefined,
      ['P1 hygiene/binary-source', 'P2 hygiene/ci-config'],
    ],
    ['such source, only renamed', file('b.js', { ...hidden, status: 'renamed', oldBlob: 'b' }), undefined, []],
    ['such source, deleted', file('b.js', { binary: true, status: 'deleted', oldBlob: 'b' }), undefined, []],
    ['source that was too large to read', file('b.js', { binary: true }), 5_000_000, ['P3 hygiene/large-file']],
    ['a changed large file', file('data.csv', { status: 'modified' }), 5_000_000, []],
  ])('%s', (_, changed, size, expected) => {
    expect(check(changed, size)).toEqual(expected)
  })
})

it('tells a folder that a tool filled once, with the number of its files', () => {
  const files = ['node_modules/a/index.js', 'node_modules/b/index.js', 'web/node_modules/c.js'].map((path) =>
    file(path),
  )
  const findings = checkFiles(files, new Map(), 500)
  expect(findings.map((finding) => finding.file)).toEqual(['node_modules/a/index.js', 'web/node_modules/c.js'])
  expect(findings[0]?.problem).toContain('2 files below node_modules/')
  expect(findings.map(({ fix }) => fix?.split('\n'))).toEqual([
    ['Add this line to .gitignore: node_modules/', 'If git has the files already: git rm -r --cached node_modules/'],
    [
      'Add this line to .gitignore: node_modules/',
      'If git has the files already: git rm -r --cached web/node_modules/',
    ],
  ])
})

it('has the path as evidence and no line', () => {
  const [finding] = checkFiles([file('certs/server.pem')], new Map(), 500)
  expect(finding).toMatchObject({
    file: 'certs/server.pem',
    evidence: 'certs/server.pem',
    line: null,
    endLine: null,
    blocking: true,
  })
})
