import type { CodeFrame, ReportContext } from '../../src/report/index.ts'
import type { DiscardedFinding, Finding, ReviewerOutcome, ReviewResult } from '../../src/types.ts'

// Results that show every kind of finding, for the tests of the output formats.

const noUsage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, costUsd: 0 } as const

export function finding(parts: Partial<Finding> & Pick<Finding, 'id'>): Finding {
  return {
    fingerprint: parts.id.repeat(4),
    severity: 'P2',
    blocking: parts.severity === 'P0' || parts.severity === 'P1',
    category: 'correctness',
    rule: null,
    title: 'Something is wrong',
    file: 'src/a.ts',
    line: 1,
    endLine: null,
    problem: 'It does not do what it says.',
    impact: null,
    fix: null,
    suggestion: null,
    evidence: null,
    confidence: 0.9,
    reviewers: ['hygiene'],
    agreement: 1,
    reportedLine: null,
    verification: null,
    ...parts,
  }
}

const reviewer = (parts: Partial<ReviewerOutcome>): ReviewerOutcome => ({
  name: 'hygiene',
  agent: 'builtin',
  status: 'ok',
  reason: null,
  durationMs: 42,
  findings: 3,
  usage: noUsage,
  ...parts,
})

const discarded = (
  parts: Partial<DiscardedFinding> & Pick<DiscardedFinding, 'id' | 'code' | 'reason'>,
): DiscardedFinding => ({
  ...finding(parts),
  code: parts.code,
  reason: parts.reason,
})

const token = finding({
  id: 'a1b2c3d4',
  severity: 'P0',
  category: 'secret',
  rule: 'secret/github-token',
  title: 'A GitHub token is written into the code',
  file: 'src/server/login.ts',
  line: 14,
  problem: 'The value looks like a personal access token of GitHub. Everyone who can read this repository can use it.',
  impact:
    'Whoever has the token can push to every repository its owner can push to, today and after this line is gone.',
  fix: 'Revoke the token, then read it from the environment.',
  suggestion: '  token: process.env.GITHUB_TOKEN,',
  evidence: "token: 'ghp…'",
  confidence: 1,
  reviewers: ['hygiene', 'import:gitleaks'],
  agreement: 2,
})

const loop = finding({
  id: 'b2c3d4e5',
  severity: 'P1',
  rule: 'typescript/no-await-in-loop-with-lock',
  title: 'The lock is held while every user is loaded one after the other, so that other requests wait for all of them',
  file: 'src/server/login.ts',
  line: 31,
  endLine: 34,
  problem:
    'Each turn waits for the network.\nThe lock is taken before the loop:\n- 200 users take 200 round trips,\n- nothing else can log in.',
  fix: 'Load them together, then take the lock.',
  suggestion:
    'const users = await Promise.all(ids.map(load))\nconst lock = await takeLock()\nfor (const user of users) {\n  greet(user)',
  evidence: 'for (const id of ids) {',
  reviewers: ['typescript'],
})

const unicode = finding({
  id: 'c3d4e5f6',
  severity: 'P2',
  blocking: true,
  category: 'hidden-text',
  rule: 'unicode/bidi',
  title: 'Bidirectional \u202etext\u202c and an escape \u001b[31mred\u001b[0m',
  file: 'src/ünïcode dir/a,b:c%20#1 "q".py',
  line: 3,
  problem: 'See `access` and <!-- @octocat ``` ::error::x -->\n::warning::not a command',
  impact: 'The line does not read as it runs.',
  evidence: 'is_admin\u202e',
})

const largeFile = finding({
  id: 'd4e5f607',
  severity: 'P3',
  category: 'size',
  rule: 'size/large-file',
  title: 'A file of 3 MB is added',
  file: 'assets/photo.psd',
  line: null,
  problem: 'A file of 3 MB is added.',
  fix: 'Keep it outside of git, or use Git LFS.',
  evidence: 'assets/photo.psd',
})

const debuggerLeft = finding({
  id: 'e5f60718',
  severity: 'P2',
  category: 'leftover',
  rule: 'oxlint/no-debugger',
  title: '`debugger` statement',
  file: 'src/a.ts',
  line: 2,
  problem: 'The program stops here when developer tools are open.',
  suggestion: '',
  evidence: 'debugger',
  reportedLine: 4,
})

const noPlace = finding({
  id: 'f6071829',
  severity: 'P3',
  category: 'tests',
  title: 'No test covers the new command',
  file: null,
  line: null,
  problem: 'The change adds a command without a test.',
  reviewers: ['bug-hunter'],
})

/** Every severity, kind of place and kind of text; the gate is blocked. */
export const fullResult: ReviewResult = {
  schemaVersion: 1,
  verdict: 'decline',
  label: 'Changes Requested',
  gate: { result: 'blocked', reasons: ['1 P0, 1 P1 and 1 blocking P2 finding remain.'] },
  scope: { kind: 'branch', base: 'origin/main', head: 'working tree', files: 5, addedLines: 120, removedLines: 33 },
  findings: [noPlace, largeFile, debuggerLeft, unicode, loop, token],
  discarded: [
    discarded({
      id: '0a0a0a0a',
      code: 'waived',
      reason: 'waived: The key is a public test key.',
      rule: 'secret/private-key',
      severity: 'P1',
      file: 'test/key.pem',
      title: 'A private key',
    }),
    discarded({
      id: '0b0b0b0b',
      code: 'line_not_changed',
      reason: 'line_not_changed: Line 90 is not near a changed line.',
      line: 90,
    }),
    discarded({
      id: '0c0c0c0c',
      code: 'line_not_changed',
      reason: 'line_not_changed: Line 99 is not near a changed line.',
      line: 99,
    }),
  ],
  reviewers: [
    reviewer({}),
    reviewer({ name: 'typescript', findings: 2, durationMs: 731 }),
    reviewer({ name: 'python', status: 'skipped', reason: 'No Python file was changed.', findings: 0, durationMs: 0 }),
  ],
  usage: noUsage,
  durationMs: 61_000,
  reviewDir: '.review-loop/reviews/20260102-030405-abcd',
  notices: [
    'Built-in reviewers find mechanical defects. They are no substitute for a reviewer that understands the change.',
  ],
}

export const approval: ReviewResult = {
  ...fullResult,
  verdict: 'approve',
  label: 'Approved',
  gate: { result: 'pass', reasons: [] },
  findings: [],
  discarded: [],
  reviewers: [reviewer({ findings: 0 })],
  reviewDir: null,
  notices: [],
}

export const inconclusive: ReviewResult = {
  ...approval,
  verdict: 'inconclusive',
  label: 'Review Incomplete',
  gate: { result: 'inconclusive', reasons: ['bug-hunter timed out after 10m.', 'typescript crashed.'] },
  reviewers: [
    reviewer({
      name: 'bug-hunter',
      agent: 'claude',
      status: 'timed_out',
      reason: 'No answer within 10m.',
      findings: 0,
      durationMs: 600_000,
      usage: { ...noUsage, costUsd: null },
    }),
    reviewer({ name: 'typescript', status: 'failed', reason: 'The engine crashed.', findings: 0 }),
  ],
}

const frames: readonly (readonly [string, CodeFrame])[] = [
  [token.id, { start: 12, lines: ['const options = {', '  retries: 3,', "  token: 'ghp…',", '}', ''] }],
  [
    loop.id,
    {
      start: 29,
      lines: [
        '',
        'const lock = await takeLock()',
        'for (const id of ids) {',
        '\tconst user = await load(id)',
        '\tgreet(user)',
        '}',
        'lock.release()',
        `const padding = '${'x'.repeat(200)}'`,
      ],
    },
  ],
  [
    unicode.id,
    { start: 1, lines: ['import os\r', '', 'if is_admin\u202e == "``` \u001b]0;title\u0007":', '\tos.remove("漢字")'] },
  ],
  [debuggerLeft.id, { start: 1, lines: ['export function start() {', '  debugger', '}'] }],
]

export const context: ReportContext = {
  version: '0.1.0',
  color: false,
  width: 80,
  verbose: false,
  quiet: false,
  frames: new Map(frames),
}
