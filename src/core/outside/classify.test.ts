import { describe, expect, it } from 'vitest'
import { classify } from './classify.ts'
import type { CommentClass, OutsideComment } from './types.ts'

const nothing: OutsideComment = {
  bot: null,
  login: null,
  surface: null,
  state: null,
  commit: null,
  path: null,
  line: null,
  body: null,
  raw: null,
}

type Row = readonly [
  login: string,
  surface: OutsideComment['surface'],
  body: string,
  kind: CommentClass,
  more?: Partial<OutsideComment>,
]

const check = (name: string, app: string, conclusion: string | null, title: string, summary = '') => ({
  raw: {
    name,
    app: { slug: app },
    status: conclusion === null ? 'in_progress' : 'completed',
    conclusion,
    output: { title, summary, text: null },
  },
})

const rows: readonly Row[] = [
  // Copilot
  ['Copilot', 'review', 'Copilot encountered an error and could not look at these changes.', 'failed'],
  [
    'Copilot',
    'review',
    'Copilot was unable to review this pull request because its owner has reached their quota limit.',
    'refused',
  ],
  [
    'Copilot',
    'review',
    "Copilot wasn't able to review this pull request: it exceeds the maximum number of files (300).",
    'refused',
  ],
  [
    'Copilot',
    'review',
    '## Overview\n\nCopilot reviewed 2 out of 2 changed files and generated no new comments.',
    'clean',
  ],
  [
    'Copilot',
    'review',
    '## Overview\n\nCopilot reviewed 2 out of 2 changed files and generated 1 comment.',
    'findings',
  ],
  [
    'Copilot',
    'review',
    '> [!NOTE]\n> Copilot was unable to run its full suite.\n\nCopilot reviewed 9 files and generated 3 comments.',
    'findings',
  ],
  [
    'Copilot',
    'review',
    '<!-- ccr-overview-v2 -->\n## Copilot review overview\n\n### 🟢 Approval recommended\n\n**Findings:** None',
    'clean',
  ],
  [
    'Copilot',
    'review',
    '<!-- ccr-overview-v2 -->\n## Copilot review overview\n\n### 🟢 Looks good\n\n**Findings:** None\n\n<details><summary>Open (2)</summary>\n\n- [a](#discussion_r1)\n</details>',
    'findings',
  ],
  // Codex
  ['chatgpt-codex-connector[bot]', 'issue_comment', 'Something went wrong. Try again later by commenting.', 'failed'],
  ['chatgpt-codex-connector[bot]', 'issue_comment', "Codex couldn't complete this request. Try again later.", 'failed'],
  [
    'chatgpt-codex-connector[bot]',
    'issue_comment',
    'You have used all of your Codex reviews for this week.',
    'refused',
  ],
  ['chatgpt-codex-connector[bot]', 'issue_comment', "Codex Review: Didn't find any major issues. Nice work!", 'clean'],
  [
    'chatgpt-codex-connector[bot]',
    'issue_comment',
    '<!-- codex-pull-request-review-summary -->\n| Review | Status | Commit |\n| --- | --- | --- |\n| 📝 **Code Review** | 🔄 **Running** since now | `abc1234` |',
    'in_progress',
  ],
  [
    'chatgpt-codex-connector[bot]',
    'issue_comment',
    '<!-- codex-pull-request-review-summary -->\n| Review | Status | Commit |\n| --- | --- | --- |\n| 📝 **Code Review** | ⚠️ **Failed** | `abc1234` |',
    'failed',
  ],
  [
    'chatgpt-codex-connector[bot]',
    'issue_comment',
    '<!-- codex-pull-request-review-summary -->\n| Review | Status | Commit |\n| --- | --- | --- |\n| 🔒 **Security Review** | ✅ **Completed** | `abc1234` |',
    'notice',
  ],
  // CodeRabbit
  [
    'coderabbitai[bot]',
    'issue_comment',
    '<!-- This is an auto-generated comment: review in progress by coderabbit.ai -->\n\nPlease hold on.',
    'in_progress',
  ],
  [
    'coderabbitai[bot]',
    'issue_comment',
    '<!-- This is an auto-generated comment: failure by coderabbit.ai -->\n\n> [!CAUTION]\n> ## Review failed\n>\n> An error came up.',
    'failed',
  ],
  [
    'coderabbitai[bot]',
    'issue_comment',
    '<!-- This is an auto-generated comment: skip review by coderabbit.ai -->\n\n> [!IMPORTANT]\n> ## Review skipped\n>\n> Draft detected.',
    'notice',
  ],
  [
    'coderabbitai[bot]',
    'issue_comment',
    '<!-- This is an auto-generated comment: skip review by coderabbit.ai -->\n\n> [!IMPORTANT]\n> ## Review skipped\n>\n> Auto reviews are disabled on this repository.',
    'notice',
  ],
  [
    'coderabbitai[bot]',
    'issue_comment',
    '> [!IMPORTANT]\n> ## Review skipped\n>\n> Too many files: 412, over the limit of 300.',
    'refused',
  ],
  [
    'coderabbitai[bot]',
    'issue_comment',
    '<!-- walkthrough_start -->\n## Walkthrough\n\nAdds a rate limit, and says "rate limit exceeded" to clients.',
    'summary',
  ],
  ['coderabbitai[bot]', 'review', '**Actionable comments posted: 3**', 'findings'],
  [
    'coderabbitai[bot]',
    'review',
    '**Actionable comments posted: 0**\n\n<details>\n<summary>🧹 Nitpick comments (1)</summary><blockquote>\n\n<details>\n<summary>src/a.ts (1)</summary><blockquote>\n\n`3-4`: **Shorten this name.**\n\nIt is long.\n</blockquote></details>\n</blockquote></details>',
    'findings',
  ],
  [
    'coderabbitai[bot]',
    'review',
    '**Actionable comments posted: 0**\n\n<details>\n<summary>♻️ Duplicate comments (1)</summary><blockquote>\n\n<details>\n<summary>src/a.ts (1)</summary><blockquote>\n\n`3-4`: **Still unguarded.**\n\nIt throws.\n</blockquote></details>\n</blockquote></details>',
    'findings',
  ],
  ['coderabbitai[bot]', 'review', '', 'clean', { state: 'APPROVED' }],
  ['coderabbitai[bot]', 'review', '', 'notice', { state: 'COMMENTED' }],
  ['coderabbitai[bot]', 'reply', '`@me` Thank you, that settles it.', 'reply'],
  // Gemini
  [
    'gemini-code-assist[bot]',
    'issue_comment',
    "## Summary of Changes\n\nHello, I'm Gemini Code Assist! I'm currently reviewing this pull request and will post my feedback shortly.",
    'in_progress',
  ],
  [
    'gemini-code-assist[bot]',
    'issue_comment',
    '> [!WARNING]\n> You have reached your daily quota limit. Wait up to 24 hours.',
    'refused',
  ],
  [
    'gemini-code-assist[bot]',
    'issue_comment',
    'Gemini is unable to generate a review for this pull request: its file types are not currently supported.',
    'refused',
  ],
  [
    'gemini-code-assist[bot]',
    'issue_comment',
    '> [!WARNING]\n> Gemini encountered an error creating the review.',
    'failed',
  ],
  [
    'gemini-code-assist[bot]',
    'issue_comment',
    'The consumer version of Gemini Code Assist has been sunset.',
    'refused',
  ],
  [
    'gemini-code-assist[bot]',
    'review',
    '## Code Review\n\nThis removes an API that is no longer supported. I left a remark.',
    'findings',
  ],
  ['gemini-code-assist[bot]', 'review', '## Code Review\n\nA tidy change. I have no feedback to provide.', 'clean'],
  // BugBot
  ['cursor[bot]', 'review', 'Cursor Bugbot has reviewed your changes and found 2 potential issues.', 'findings'],
  ['cursor[bot]', 'review', 'Cursor Bugbot has reviewed your changes and found no new issues!', 'clean'],
  ['cursor[bot]', 'review', 'Bugbot found no new issues. There are 2 total unresolved issues.', 'findings'],
  ['cursor[bot]', 'issue_comment', "<h3>Bugbot couldn't run</h3>\n\nSomething broke on our side.", 'failed'],
  ['cursor[bot]', 'issue_comment', "<h3>Bugbot couldn't run - usage limit reached</h3>", 'refused'],
  ['x', 'check_run', '', 'in_progress', check('Cursor Bugbot', 'cursor', null, 'Bugbot Review')],
  [
    'x',
    'check_run',
    '',
    'clean',
    check('Cursor Bugbot', 'cursor', 'success', 'Bugbot Review', 'Bugbot completed review - no issues found!'),
  ],
  [
    'x',
    'check_run',
    '',
    'refused',
    check('Cursor Bugbot', 'cursor', 'neutral', 'Bugbot Review', "Bugbot couldn't run: you hit your usage limit."),
  ],
  ['x', 'check_run', '', 'notice', check('Cursor Bugbot', 'cursor', 'neutral', 'Bugbot Review', 'Nothing we know.')],
  // Greptile
  ['greptile-apps[bot]', 'issue_comment', 'Greptile encountered an error while reviewing this PR.', 'failed'],
  ['greptile-apps[bot]', 'issue_comment', 'Your team has reached the 50-review limit.', 'refused'],
  ['greptile-apps[bot]', 'issue_comment', 'Too many files changed for review.', 'refused'],
  [
    'greptile-apps[bot]',
    'issue_comment',
    '<h3>Greptile Summary</h3>\n\nAdds quotas.\n\n<h3>Confidence Score: 3/5</h3>',
    'findings',
  ],
  [
    'greptile-apps[bot]',
    'issue_comment',
    '<h3>Greptile Summary</h3>\n\nAdds quotas.\n\n<h3>Confidence Score: 5/5</h3>\n\n<sub>4 files reviewed, 2 comments</sub>',
    'findings',
  ],
  [
    'greptile-apps[bot]',
    'pr_body',
    'My words.\n\n<!-- greptile_comment -->\n<h3>Greptile Summary</h3>\n\nConfidence Score: 5/5\n<!-- /greptile_comment -->',
    'clean',
  ],
  ['me', 'pr_body', 'My words: no issues found.', 'notice'],
  // Qodo
  ['qodo-code-review[bot]', 'issue_comment', 'Failed to generate code suggestions for PR', 'failed'],
  [
    'qodo-code-review[bot]',
    'issue_comment',
    'Looking for bugs? An agent is analysing this pull request.',
    'in_progress',
  ],
  [
    'qodo-code-review[bot]',
    'issue_comment',
    '## PR Reviewer Guide 🔍\n\n<table><tr><td>⚡&nbsp;<strong>No major issues detected</strong></td></tr></table>',
    'clean',
  ],
  [
    'github-actions[bot]',
    'issue_comment',
    '## PR Code Suggestions ✨\n\nNo code suggestions found for the PR.',
    'clean',
  ],
  // Sourcery
  [
    'sourcery-ai[bot]',
    'review',
    'Sorry @me, your pull request is larger than the review limit of 150000 diff characters',
    'refused',
  ],
  [
    'sourcery-ai[bot]',
    'review',
    'Sorry @me, you have reached your weekly rate limit of 500000 diff characters.',
    'refused',
  ],
  ['sourcery-ai[bot]', 'review', "Hey @me - I've reviewed your changes and they look great!", 'clean'],
  [
    'sourcery-ai[bot]',
    'review',
    "Hey @me - I've reviewed your changes and they look great!\n\n<details><summary>Prompt for AI Agents</summary>\n\n~~~markdown\n### Comment 1\n<location> `src/a.ts:4-9` </location>\n<issue_to_address>\n**issue (bug_risk):** It throws on null.\n</issue_to_address>\n~~~\n</details>",
    'findings',
    { state: 'APPROVED' },
  ],
  // Claude
  ['claude[bot]', 'issue_comment', '**Claude encountered an error** —— [View job](https://example.test)', 'failed'],
  ['Copilot', 'review', 'Copilot は 3 件のファイルを見て、2 件のコメントを生成しました。', 'findings'],
  ['Copilot', 'review', 'Copilot は 3 件のファイルを見ました。', 'notice'],
  [
    'coderabbitai',
    'issue_comment',
    '<!-- This is an auto-generated reply by CodeRabbit -->\n@me I found 3 issues that are still open.',
    'notice',
  ],
  ['chatgpt-codex-connector', 'issue_comment', '### 💡 Codex Security Review\n\nNo security issues found.', 'notice'],
  ['chatgpt-codex-connector', 'issue_comment', '### 💡 Codex Security Review\n\nFound 1 issue.', 'findings'],
  ['claude', 'issue_comment', '## Review\n\nTidy work.\n\n**Verdict:** Approve ✅', 'clean'],
  ['claude', 'issue_comment', 'LGTM! 🚀', 'clean'],
  ['claude', 'issue_comment', 'LGTM, but the lock leaks.', 'findings'],
  ['claude', 'issue_comment', '## Review\n\n### Suggestions\n- Close the file\n\nLGTM otherwise', 'findings'],
  ['claude', 'issue_comment', '## Review\n\n### Suggestions\n\nNone.\n\nLGTM', 'clean'],
  ['gemini-code-assist', 'review', "## Code Review\n\nTidy. I've no further comments.", 'clean'],
  ['github-actions', 'issue_comment', "🤖 @me: received your request, and I'm working on it now.", 'in_progress'],
  ['github-actions', 'issue_comment', '🤖 Sorry, I was unable to process your request.', 'failed'],
  ['github-actions', 'review', '## 📋 Review Summary\n\nAdds a cart.\n\n## 🔍 Feedback\n\n- Tidy', 'summary'],
  ['cubic-dev-ai', 'issue_comment', 'I have started the AI code review.', 'in_progress'],
  ['cursor', 'issue_comment', '**Bugbot is running...**', 'in_progress'],
  ['cursor', 'issue_comment', 'This change is being reviewed by Cursor Bugbot.', 'in_progress'],
  ['qodo-merge-pro-for-open-source[bot]', 'issue_comment', 'No major issues detected', 'clean'],
  ['cubic-dev-ai', 'review', '**All reported issues were addressed** across 2 files', 'clean'],
  [
    'codeant-ai',
    'issue_comment',
    '## CodeAnt AI — Status\n\n| Status | Commit |\n|---|---|\n| 🔄 Reviewing it | `abc1234` |',
    'in_progress',
  ],
  [
    'codeant-ai',
    'issue_comment',
    '## CodeAnt AI — Status\n\n| Status | Commit |\n|---|---|\n| ✅ Reviewed it | `abc1234` |',
    'notice',
  ],
  ['codeant-ai', 'issue_comment', '## **Sequence Diagram**\n\nThe cart is kept.', 'summary'],
  ['github-actions', 'issue_comment', '## AI Quality Review\n\n> [!TIP]\n> ✅ **Final Verdict: PASS**', 'clean'],
  [
    'github-actions',
    'issue_comment',
    '## AI Quality Review\n\n> [!CAUTION]\n> ❌ **Final Verdict: CRITICAL_FAIL**',
    'findings',
  ],
  ['claude[bot]', 'issue_comment', 'Claude Code is working…', 'in_progress'],
  ['claude[bot]', 'issue_comment', "I'll review this and get back to you.", 'in_progress'],
  [
    'claude[bot]',
    'issue_comment',
    '## Code Review\n\n### 1. **[High] Lock** `src/a.py:3`\n\nIt leaks.\n\n## Before merging\n\n- [ ] Release it\n- [ ] Test it',
    'findings',
  ],
  [
    'claude[bot]',
    'issue_comment',
    "**Claude finished @me's task**\n\n- [x] Read\n- [x] Review\n\n### 1. **[High] Lock** `src/a.py:3`\n\nIt leaks.\n\n- [ ] Release it\n- [ ] Test it\n- [ ] Ship it",
    'findings',
  ],
  [
    'claude[bot]',
    'issue_comment',
    "**Claude finished @me's task**\n\n---\n### Review\n\n- [x] Read\n- [ ] Check\n- [ ] Post",
    'in_progress',
  ],
  [
    'claude[bot]',
    'issue_comment',
    "**Claude finished @me's task**\n\n---\n- [x] Renamed the folder\n\nPushed.",
    'notice',
  ],
  [
    'x',
    'check_run',
    '',
    'clean',
    check(
      'Claude Code Review',
      'claude',
      'neutral',
      'Done',
      '<!-- bughunter-severity: {"normal":0,"nit":0,"pre_existing":0} -->',
    ),
  ],
  [
    'x',
    'check_run',
    '',
    'findings',
    check(
      'Claude Code Review',
      'claude',
      'neutral',
      'Done',
      '<!-- bughunter-severity: {"normal":2,"nit":0,"pre_existing":0} -->',
    ),
  ],
  // Macroscope
  ['x', 'check_run', '', 'failed', check('Macroscope - Correctness Check', 'macroscopeapp', 'neutral', 'Error')],
  [
    'x',
    'check_run',
    '',
    'refused',
    check('Macroscope - Correctness Check', 'macroscopeapp', 'skipped', 'Skipped: there is a billing issue.'),
  ],
  [
    'x',
    'check_run',
    '',
    'clean',
    check('Macroscope - Correctness Check', 'macroscopeapp', 'skipped', 'No code objects were reviewed.'),
  ],
  [
    'x',
    'check_run',
    '',
    'findings',
    check(
      'Macroscope - Correctness Check',
      'macroscopeapp',
      'neutral',
      '2 issues identified (9 code objects reviewed).',
    ),
  ],
  // Others
  ['ellipsis-dev[bot]', 'review', '> [!IMPORTANT]\n> **Looks good to me! :+1:**', 'clean'],
  ['ellipsis-dev[bot]', 'issue_comment', 'Skipped PR review on abc1234: no file had a supported extension.', 'refused'],
  ['cubic-dev-ai[bot]', 'review', '**No issues found** across 4 files', 'clean'],
  ['codeant-ai[bot]', 'issue_comment', 'CodeAnt AI is reviewing your PR.', 'in_progress'],
  ['augmentcode[bot]', 'review', '**Review completed.** 2 suggestions posted.', 'findings'],
  ['augmentcode[bot]', 'review', '**Review completed.** No suggestions at this time.', 'clean'],
  // Workflows
  ['github-actions', 'issue_comment', '## OpenAI Code Review\n\n❌ The request to the model timed out.', 'failed'],
  ['github-actions', 'issue_comment', '## Gemini Code Review\n\nReview skipped: no API key.', 'refused'],
  [
    'github-actions',
    'issue_comment',
    '## OpenAI Code Review\n\n### Critical issues\n\n1. **Token in the log** `src/log.ts:12` - it is written as it is.',
    'findings',
  ],
  ['github-actions', 'issue_comment', '## OpenAI Code Review\n\nNo issues found.', 'clean'],
  [
    'github-actions',
    'issue_comment',
    '## OpenAI Code Review\n\n### Critical issues\n\nNone.\n\nNo issues found.',
    'clean',
  ],
  ['github-actions', 'issue_comment', '## OpenAI Code Review\n\n### Issues\n\n- The retry never ends.', 'findings'],
  ['github-actions', 'issue_comment', 'Failed to generate code suggestions for PR', 'failed'],
  [
    'claude[bot]',
    'issue_comment',
    "**Claude finished @me's task**\n\n### Review\n\n- [x] Read\n\n**Issues:**\n\n1. The retry never ends.",
    'findings',
  ],
  ['github-actions', 'issue_comment', '## Test report\n\n3 Failed, 41 passed', 'notice'],
]

describe('classify', () => {
  for (const [login, surface, body, kind, more] of rows) {
    it(`reads ${login} on ${surface}: ${more === undefined ? body : JSON.stringify(more)} → ${kind}`, () => {
      const said = classify({ ...nothing, login, surface, body, ...more })
      expect(said.class).toBe(kind)
      expect(said.failure).toBe(kind === 'refused' || kind === 'failed')
      expect(said.ready).toBe(kind === 'findings' || kind === 'clean')
    })
  }

  it.each([
    ['a person who quotes a bot', { login: 'octocat', body: 'Copilot reviewed 2 files and generated no comments.' }],
    [
      'a person with the login of a bot',
      { login: 'claude', body: 'No issues found.', raw: { user: { type: 'User' } } },
    ],
    ['a bot that nobody told us about', { login: 'new-bot[bot]', body: 'No issues found.' }],
    ['a known bot in words that are new', { login: 'coderabbitai', body: 'The moon is full tonight.' }],
    ['no body', { login: 'coderabbitai' }],
  ])('takes no word of %s', (_, comment) => {
    expect(classify({ ...nothing, surface: 'issue_comment', ...comment })).toMatchObject({
      class: 'notice',
      ready: false,
      failure: false,
      items: [],
    })
  })

  it.each([
    ['a quote', '> Rate limit exceeded\n\nI have answered above.'],
    ['code', '```\nReview failed\n```\n\nThis is the log.'],
    ['something folded', '<details><summary>Log</summary>\n\nReview failed\n</details>\n\nAn old log.'],
  ])('does not take %s for what the bot itself says', (_, body) => {
    expect(classify({ ...nothing, login: 'coderabbitai', surface: 'issue_comment', body }).failure).toBe(false)
  })

  it('knows a reviewer by its id where no login is given, and believes a login more', () => {
    const comment = { ...nothing, bot: 'codex', surface: 'issue_comment' as const, body: 'Something went wrong.' }
    expect(classify(comment).reviewer).toBe('codex')
    expect(classify({ ...comment, login: 'octocat' }).reviewer).toBeNull()
  })

  it('guesses the surface from what only one surface has', () => {
    const inline = { ...nothing, login: 'Copilot', path: 'a.ts', line: 3, body: 'It is never closed.' }
    expect(classify(inline)).toMatchObject({ class: 'findings', items: [{ file: 'a.ts', line: 3 }] })
    expect(classify({ ...nothing, login: 'coderabbitai', state: 'APPROVED', body: '' }).class).toBe('clean')
  })

  it('takes an inline comment that is settled as proof of a review', () => {
    const body = '🟠 **High** `a.ts:3`\n\nIt leaks.\n\n✅ Resolved in abc1234'
    const said = classify({ ...nothing, login: 'macroscopeapp', surface: 'inline', path: 'a.ts', line: 3, body })
    expect(said).toMatchObject({ class: 'notice', ready: true, items: [] })
  })

  it('does not stop at a text made to be slow or deep', () => {
    for (const piece of ['[', '<details>', '~~~a\n', '<!--', '\n', '**', '`', '> ', '/blob/']) {
      const body = piece.repeat(60_000 / piece.length)
      expect(classify({ ...nothing, login: 'claude', surface: 'issue_comment', body }).failure).toBe(false)
    }
  })
})

it('takes nothing for clean whose end it has not read', () => {
  const said = (length: number) =>
    classify({
      ...nothing,
      login: 'coderabbitai[bot]',
      surface: 'review',
      body: `**Actionable comments posted: 0**\n\n${'x '.repeat(length)}`,
    })
  expect(said(1000)).toMatchObject({ class: 'clean', ready: true })
  expect(said(100_000)).toMatchObject({ class: 'notice', ready: false })
})

it.each(['![a](', '[a[1]](', '/blob/a/', '<violation ', '- Line: 3\n', '```\n', '<!--'])(
  'reads a long text of nothing but %j without trying for ever',
  (part) => {
    const body = part.repeat(200_000 / part.length)
    for (const [login, surface] of [
      ['claude', 'issue_comment'],
      ['coderabbitai', 'inline'],
    ] as const) {
      expect(classify({ ...nothing, login, surface, body }).failure).toBe(false)
    }
  },
)
