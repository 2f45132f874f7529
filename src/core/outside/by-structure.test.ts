import { describe, expect, it } from 'vitest'
import { classify } from './classify.ts'
import { unknownBot } from './own-reviewers.ts'
import type { CommentClass, OutsideComment } from './types.ts'

const nobody = unknownBot('new-bot')

const read = (body: string, more: Partial<OutsideComment> = {}) => {
  const comment = { bot: null, login: 'new-bot[bot]', surface: 'issue_comment', state: null, commit: null } as const
  return classify({ ...comment, path: null, line: null, raw: null, body, ...more }, [nobody])
}

const places = (body: string) => read(body).items.map(({ file, line, severity }) => [file, line, severity])

it('a table of measurements is no problem', () => {
  const body =
    '### Benchmark\n\n| benchmark | before | after | |\n|---|---|---|---|\n| parse | 10 ms | 14 ms | ❌ critical regression |'
  expect(read(body)).toMatchObject({ class: 'notice', items: [] })
})

describe('a bot that nobody described', () => {
  it.each<readonly [string, CommentClass]>([
    [
      '## Review\n\n| Level | Count |\n|---|---|\n| 🔴 Critical | 0 |\n| 🟡 Suggestions | 0 |\n| ✅ Good practices | 3 |',
      'clean',
    ],
    [
      '### Critical issues\nNone found\n\n### Suggestions\nNone found\n\n### Good practices\n- Small functions',
      'clean',
    ],
    ['**Kritische Fehler**\nKeine\n\n**Vorschläge**\nKeine', 'clean'],
    ['I did not find any issues in this change.', 'clean'],
    ['コードを確認しましたが、問題は見つかりませんでした。', 'clean'],
    ['問題は見つかりませんでした。', 'clean'],
    ['Проблем не обнаружено.', 'clean'],
    ['No issues found, but the lock is never released, please release it.', 'findings'],
    ['## Review\n\nDas Kontingent für diesen Monat ist aufgebraucht.', 'refused'],
    ['La revisión se omitió: el pull request es demasiado grande.', 'refused'],
    ['レビューに失敗しました。', 'failed'],
    [
      'La revisione ha dato errore e non si è conclusa.\n\n| Gravità | Numero |\n|---|---|\n| Alta | 0 |\n| Bassa | 0 |',
      'failed',
    ],
    ['Hello! Thanks for the change.\n\nUnfortunately our analysis timed out, so there is nothing to show.', 'failed'],
    ['Relecture : 2 fichiers sur 4 ont été lus, le délai a expiré.\n\n- `src/a.ts:3` 🔴 Critique : fuite', 'failed'],
    ['🔎 正在审查此拉取请求，请稍候。', 'in_progress'],
    ['## Zusammenfassung\n\nDer Beitrag fügt eine Warteschlange hinzu.', 'summary'],
    ['The moon is full tonight.', 'notice'],
    ['Critical Issues: None\nSuggestions: None', 'clean'],
    ['This does not fix the issue.', 'notice'],
    ['I could not find any issues.', 'clean'],
    ['특별한 문제를 발견하지 못했습니다.', 'clean'],
    ["I finished the review, and didn't find any security or code quality issues.", 'clean'],
    ['### 0 new issues\n\n### 0 new security issues', 'clean'],
    ['No se pudo completar la revisión debido a un error del servidor.', 'failed'],
    ['対象ファイルがありません。', 'refused'],
    ['To get reviews on this repository, please connect your account at https://example.test/settings.', 'refused'],
    ['I found 2 issues that should be addressed before merging.', 'findings'],
    ['Left a couple of comments inline.', 'findings'],
    ['No critical issues. Two minor issues are listed inline.', 'findings'],
    ['### Deploy Preview for *x* failed', 'notice'],
    ['No problem opening the socket, the timer is the problem.', 'notice'],
    ['### Issues\nNo problem opening the socket, the timer is the problem.\n\n### Suggestions\nNone', 'notice'],
    ['The bug is that no error is shown.', 'notice'],
    ['No remarks were produced.', 'notice'],
    ['No new remarks were produced.', 'clean'],
    ['LGTM once the cookie is signed.', 'notice'],
    ['LGTM with small remarks.', 'notice'],
    ['Everything looks good, please rename the folder.', 'notice'],
    ['No test covers this problem.', 'notice'],
    ['No findings yet.', 'notice'],
    ['The build is starting.', 'notice'],
    ['🔴 Errors: 2 · 🟡 Warnings: 1', 'findings'],
    ['Es wurde kein Feedback erstellt.', 'notice'],
    ['No security problems were found.', 'notice'],
    ['No bugs, security problems or regressions were found.', 'clean'],
    ['I reviewed two files and produced no remarks.', 'clean'],
    [':warning: This PR is too large for our robot, and we work day and night on one with a longer memory.', 'refused'],
    ['Diese MR ist viel zu groß für unseren Dienst, die Teile davon lesen wir aber gern, jedes einzelne.', 'refused'],
    ['Our automatic review could not finish and did not submit findings.', 'failed'],
    ['La revisión no se completó. No se pudo leer la respuesta.', 'failed'],
    ['Проверка кода не удалась, повторите позже.', 'failed'],
    ['Checking build failures of the last hour', 'notice'],
    ['Type `/abort` to end a review.', 'notice'],
    ['The review is in progress, the result will stand here once complete.', 'in_progress'],
    ['Die Prüfung läuft, sobald sie abgeschlossen ist, steht das Ergebnis hier.', 'in_progress'],
    ['レビュー中です。完了次第、結果を更新します。', 'in_progress'],
    ['## CI Failed\n\n[View failed run](https://example.test/1)', 'notice'],
    ['No issues were found before the analysis timed out.', 'notice'],
    ['No errors are reported to the user when the save fails.', 'notice'],
    ['None of the issues from the last review were fixed.', 'notice'],
    ['No issues in `src/a.ts`. In `src/b.ts` the loop never ends.', 'notice'],
    ['## Review\n\n### Bugs\nNone\n\n### Security\nThe token is written to the log.', 'notice'],
  ])('is understood by structure: %j → %s', (body, kind) => {
    const said = read(body)
    expect([said.class, said.why.source === 'nothing']).toEqual([kind, kind === 'notice'])
  })

  it.each([
    [
      'a place',
      '### 🔴 Critical\n\nThe charge is not idempotent, a retry takes the money twice.\n\n### Minor\n\n- `src/a.ts:3`: name it',
      [
        [null, null, 'critical'],
        ['src/a.ts', 3, 'low'],
      ],
    ],
    [
      'headings',
      '## Review\n\n### Good points\n- `src/b.ts:1` is tidy\n\n### Fehler\n- `src/a.ts`, Zeile 7: läuft über',
      [['src/a.ts', 7, null]],
    ],
    ['a file with no more than an ending', '### Issues\n- `.npmrc:3`: It leaks the key', [['.npmrc', 3, null]]],
    [
      'a grave heading within a summary',
      '# Review summary\n\n- Minor: 1\n\n## 🟠 Important issues\n\n### 1. Lock\n**File:** `src/a.ts:3`\n\n### 2. Key\n**File:** `src/b.ts:4`',
      [
        ['src/a.ts', 3, 'high'],
        ['src/b.ts', 4, 'high'],
      ],
    ],
    [
      'praise with a wish below it',
      '<details><summary>🧹 Nitpick comments (1)</summary>\n\n- **Good, a short lock.** `src/a.ts:3`\n\n  However, consider a timer.\n</details>',
      [['src/a.ts', 3, 'low']],
    ],
    [
      'nitpicks beside prompts',
      '<details><summary>Prompt for AI agents</summary>\n\n```\nIn `@src/b.ts`:\n- Line 9: It races.\n```\n</details>\n\n<details><summary>🧹 Nitpick comments (1)</summary>\n\n- `src/a.ts:3`: Shorten it\n</details>',
      [
        ['src/b.ts', 9, null],
        ['src/a.ts', 3, 'low'],
      ],
    ],
    ['a file above', '### Problemas\n\n**src/a.go**\n- Línea 12: no se cierra', [['src/a.go', 12, null]]],
    [
      'a table',
      '| 重要度 | 場所 | 内容 |\n|---|---|---|\n| 🟠 高 | src/a.py:4 | 接続が閉じられません |',
      [['src/a.py', 4, 'high']],
    ],
    [
      'HTML',
      '<h3>High</h3><ul><li><code>src/a.ts:5</code> It leaks the handle.</li><li><s><code>src/a.ts:9</code> Old.</s></li></ul>',
      [['src/a.ts', 5, 'high']],
    ],
    [
      'a quote of an older review',
      '> **Review of yesterday**\n>\n> - must fix: `src/old.ts:4` it leaks\n\n- should fix: `src/new.ts:8` it leaks',
      [['src/new.ts', 8, 'medium']],
    ],
    [
      'a copy in a fold',
      '### Issues\n- `src/a.ts:5` It leaks\n\n<details><summary>All issues (1)</summary>\n\n- `src/a.ts:5` It leaks\n</details>',
      [['src/a.ts', 5, null]],
    ],
    [
      'a prompt for more than what is stated',
      '### Issues\n- `src/a.ts:3-5` It leaks\n\n<details><summary>Prompt for AI agents</summary>\n\n```\nIn `@src/a.ts` around lines 4-5, close it.\n\nIn `@src/b.ts`:\n- Line 9: It races.\n```\n</details>',
      [
        ['src/a.ts', 5, null],
        ['src/b.ts', 9, null],
      ],
    ],
    [
      'a table of what is said below',
      '| Severity | File | Issue |\n|---|---|---|\n| High | src/a.ts:10 | It leaks |\n\n### Details\n\n#### 1. Leak (High)\n\n`src/a.ts:10-14`\n\nThe handle leaks.',
      [['src/a.ts', 14, 'high']],
    ],
    ['a path that is encoded', '### High severity\n\n- `%2e%2e/x.ts:4` leaks a handle', [[null, null, 'high']]],
    ['a drive', '### High severity\n\n- `C:\\\\x\\\\y.ts:7` leaks a handle', [[null, null, 'high']]],
    ['lines backwards', '### High severity\n\n- `calc.js:2-1` leaks a handle', [['calc.js', 2, 'high']]],
    ['a column', '#### error: unused\n`src/a.ts:10:5`\n`x` is never used', [['src/a.ts', 10, null]]],
    [
      'a place outside the repository',
      '### Issues\n- `../shared/db.ts:42` The pool is shared with others',
      [[null, null, null]],
    ],
  ])('states items with %s', (_, body, expected) => {
    expect(places(body)).toEqual(expected)
  })
})

it('a workflow is clean where each section for problems is empty, and not where one is grave and has no place', () => {
  const workflow = (body: string) =>
    classify({
      bot: null,
      login: 'github-actions[bot]',
      surface: 'issue_comment',
      state: null,
      commit: null,
      path: null,
      line: null,
      raw: null,
      body: `## OpenAI Code Review\n\n${body}`,
    })
  const empty =
    '### 🔴 Critical Issues (MUST FIX)\n\nNone found\n\n### 🟡 Suggestions (SHOULD CONSIDER)\n\nNone found\n\n### ✅ Good Practices Observed\n\n- Small functions'
  expect(workflow(empty)).toMatchObject({ class: 'clean', ready: true })
  expect(workflow('**Critical Issues:** None\n\n**Suggestions:** None').class).toBe('clean')
  const grave = workflow(
    '### Critical\n\n`chargeCustomer()` is not idempotent, so a retry charges twice.\n\n### Minor\n\n- `src/a.ts:3`: name it',
  )
  expect(grave.items).toEqual(
    expect.arrayContaining([expect.objectContaining({ severity: 'critical', actionable: true })]),
  )
  expect(
    workflow('### Issues\n\n- `../shared/db.ts:42`: it is never closed').items.every(({ file }) => file === null),
  ).toBe(true)
})

it.each(['> ', '1. ', 'a_', '|-|-|\n|a|\n', '/blob/a/', '<details>', '[', '![', '**a', '- Line: 3\n'])(
  'reads 70,000 characters of %j without trying for ever',
  (piece) => {
    const start = performance.now()
    read(piece.repeat(70_000 / piece.length))
    expect(performance.now() - start).toBeLessThan(15_000)
  },
)
