import { describe, expect, it } from 'vitest'
import {
  isDocumentation,
  isGenerated,
  isLighterPath,
  isLockFile,
  isMadeByTool,
  isNeverRead,
  isSourceCode,
  isTestPath,
} from './path-kind.ts'

// path, then which of the kinds it is: t test, d documentation, g generated, l lighter, k lock file.
const rows: [path: string, kinds: string][] = [
  ['src/server.ts', ''],
  ['src/server.test.ts', 'tl'],
  ['src/server.spec.tsx', 'tl'],
  ['src/server_test.go', 'tl'],
  ['src/__tests__/server.ts', 'tl'],
  ['src/__snapshots__/server.test.ts.snap', 'tgl'],
  ['tests/unit/test_server.py', 'tl'],
  ['app/test_server.py', 'tl'],
  ['app/conftest.py', 'tl'],
  ['Test/Server.cs', 'tl'],
  ['app/src/main/java/ServerTest.java', 'tl'],
  ['app/src/main/java/Latest.java', ''],
  ['app/src/main/java/Contest.java', ''],
  ['spec/models/user_spec.rb', 'tl'],
  ['cypress/e2e/login.cy.ts', 'tl'],
  ['src/latest/server.ts', ''],
  ['src/contest.ts', ''],
  ['src/inspector.ts', ''],
  ['src/attestation/verify.ts', ''],
  ['pkg/testdata/key.pem', 'tl'],
  ['pkg/fixtures/data.json', 'l'],
  ['examples/basic/index.js', 'l'],
  ['samples/a.py', 'l'],
  ['mocks/server.go', 'l'],
  ['docs/guide/index.html', 'dl'],
  ['README.md', 'dl'],
  ['LICENSE', 'dl'],
  ['CHANGES.rst', 'dl'],
  ['notes.txt', ''],
  ['CMakeLists.txt', ''],
  ['CLAUDE.md', ''],
  ['packages/app/AGENTS.md', ''],
  ['.github/copilot-instructions.md', ''],
  ['.claude/commands/deploy.md', ''],
  ['docs/AGENTS.txt', 'dl'],
  ['package-lock.json', 'gk'],
  ['web/pnpm-lock.yaml', 'gk'],
  ['Cargo.lock', 'gk'],
  ['go.sum', 'gk'],
  ['dist/index.js', 'g'],
  ['src/distance.ts', ''],
  ['public/app.min.js', 'g'],
  ['api/user.pb.go', 'g'],
  ['api/user_pb2.py', 'g'],
  ['vendor/lib/a.go', 'g'],
  ['src/vendor.ts', ''],
]

describe('the kind of a path', () => {
  it.each(rows)('%s is "%s"', (path, kinds) => {
    const found =
      (isTestPath(path) ? 't' : '') +
      (isDocumentation(path) ? 'd' : '') +
      (isGenerated(path) ? 'g' : '') +
      (isLighterPath(path) ? 'l' : '') +
      (isLockFile(path) ? 'k' : '')
    expect(found).toBe(kinds)
  })
})

it.each<[path: string, expected: boolean]>([
  ['public/app.min.js', true],
  ['public/app.js.map', true],
  ['src/__snapshots__/a.test.ts.snap', true],
  ['dist/index.js', false],
  ['package-lock.json', false],
  ['src/map.ts', false],
])('%s is never read: %s', (path, expected) => {
  expect(isNeverRead(path)).toBe(expected)
  if (expected) expect(isGenerated(path)).toBe(true)
})

it.each<[path: string, expected: boolean]>([
  ['src/a.js', true],
  ['src/A.PY', true],
  ['.github/workflows/ci.yml', true],
  ['package.json', true],
  ['Dockerfile', true],
  ['bin/run.sh', true],
  ['logo.png', false],
  ['fonts/a.woff2', false],
  ['js', false],
  ['tool.exe', false],
])('%s is source code: %s', (path, expected) => {
  expect(isSourceCode(path)).toBe(expected)
})

it.each<[path: string, expected: boolean]>([
  ['node_modules/a/index.js', true],
  ['api/target/classes/A.class', true],
  ['app/build/main.js', true],
  ['.venv/lib/a.py', true],
  ['web/.cache/a.json', true],
  ['App/bin/Debug/app.json', true],
  ['debug.log', true],
  ['tsconfig.tsbuildinfo', true],
  ['.env', false],
  ['.env.local', false],
  ['api/.env.bak', false],
  ['config/settings.local.json', false],
  ['secrets/key.pem', false],
  ['bin/deploy.sh', false],
  ['notes/build.txt', false],
])('%s, which git ignores, is made by a tool: %s', (path, expected) => {
  expect(isMadeByTool(path)).toBe(expected)
})
