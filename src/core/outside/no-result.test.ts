import { describe, expect, it } from 'vitest'
import { classify } from './classify.ts'
import type { CommentClass, OutsideComment } from './types.ts'

const read = (login: string, surface: OutsideComment['surface'], body: string, raw: unknown = null) =>
  classify({ bot: null, login, surface, state: null, commit: null, path: null, line: null, body, raw })

type Row = readonly [login: string, surface: OutsideComment['surface'], body: string, kind: CommentClass]

describe('a text that says why there will be no result', () => {
  it.each<Row>([
    ['Copilot', 'review', 'Copilot was unable to review this change: the one who asked is ineligible.', 'refused'],
    ['cursor', 'issue_comment', '### You have run out of free reviews for this month', 'refused'],
    ['cursor', 'issue_comment', 'Bugbot is disabled for this team.', 'refused'],
    ['greptile-apps', 'issue_comment', 'No reviewable files are left.', 'refused'],
    ['greptile-apps', 'review', '## Summary\n\nYour trial has ended.\n\n1 file reviewed, no comments', 'refused'],
    ['greptile-apps', 'review', 'Reviews paused: this change has more than 900 files.', 'refused'],
    [
      'coderabbitai',
      'issue_comment',
      '<details>\n<summary>❌ Action not completed</summary>\n\nReview rate limited.\n</details>',
      'refused',
    ],
    [
      'coderabbitai',
      'issue_comment',
      '<details>\n<summary>✅ Actions performed</summary>\n\nAction not completed: the rate limit holds.\n</details>',
      'refused',
    ],
    ['greptile-apps', 'review', 'This PR touches too many files for review.', 'refused'],
    ['github-actions', 'issue_comment', '## OpenAI Code Review\n\n❌ Error: no answer\n- at run (a.mjs:1)', 'failed'],
    ['coderabbitai', 'issue_comment', 'Your CodeRabbit plan is inactive.', 'refused'],
    ['greptile-apps', 'issue_comment', 'Payment required before the next review.', 'refused'],
    ['sourcery-ai', 'review', 'This organisation does not have access to reviews.', 'refused'],
    ['claude', 'issue_comment', 'I could not review it: the diff is empty. No issues found.', 'failed'],
    ['qodo-code-review', 'issue_comment', 'An unknown error occurred.', 'failed'],
    ['sourcery-ai', 'review', 'We skipped reviewing this change: a bot made it.', 'refused'],
    ['greptile-apps', 'issue_comment', 'The author is in the ignored list.', 'refused'],
    ['coderabbitai', 'issue_comment', '<!-- x: review paused by coderabbit.ai -->\n\nToo much going on.', 'refused'],
    ['coderabbitai', 'issue_comment', 'More reviews will be available in 9 minutes.', 'refused'],
    ['sourcery-ai', 'review', 'Sorry @me, you have used your review budget of 9 characters.', 'refused'],
    ['ellipsis-dev', 'issue_comment', 'This user is not registered.', 'refused'],
    ['cursor', 'issue_comment', 'Skipping Bugbot: the one who asks is not known here.', 'refused'],
    ['greptile-apps', 'issue_comment', 'Skipped: made by a machine', 'refused'],
    ['codeant-ai', 'issue_comment', 'Skipping PR review because a machine wrote it.', 'refused'],
    ['qodo-code-review', 'issue_comment', '**Your quota for this month has expired.**', 'refused'],
    ['chatgpt-codex-connector', 'issue_comment', 'You do not have a Codex license.', 'refused'],
    ['chatgpt-codex-connector', 'issue_comment', 'The admins have disabled Codex reviews.', 'refused'],
    ['chatgpt-codex-connector', 'issue_comment', 'Unknown error', 'failed'],
    ['Copilot', 'review', 'Copilot code review was unable to review this: you have no access to it.', 'refused'],
    ['github-actions', 'issue_comment', '## OpenAI Code Review\n\n_No output was generated._', 'failed'],
    ['github-actions', 'issue_comment', '## OpenAI Code Review\n\nAuthenticationError: the key is wrong', 'failed'],
    ['github-actions', 'issue_comment', '## Gemini Code Review\n\nError: 429 RESOURCE_EXHAUSTED', 'refused'],
    [
      'chatgpt-codex-connector',
      'issue_comment',
      '| Review | Status |\n|---|---|\n| Code Review | **Skipped**, no credits | |',
      'refused',
    ],
    ['cubic-dev-ai', 'issue_comment', 'cubic command failed: not known', 'failed'],
    ['cubic-dev-ai', 'issue_comment', 'You have 0 free reviews remaining.', 'refused'],
    ['codeant-ai', 'issue_comment', 'The review was canceled.', 'failed'],
    ['github-actions', 'issue_comment', '## OpenAI Code Review\n\nThe model API returned status 500.', 'failed'],
    ['github-actions', 'issue_comment', '## Gemini Code Review\n\n⚠️ Could not be generated: empty output', 'failed'],
    ['github-actions', 'issue_comment', '## OpenAI Code Review\n\nTimeout while asking the model.', 'failed'],
    ['github-actions', 'issue_comment', '## ❌ Gemini Code Review failed\n\nSee the logs.', 'failed'],
    ['github-actions', 'issue_comment', '## OpenAI Code Review\n\n**Error**: at run (review.mjs:12)', 'failed'],
  ])('%s on %s: %j → %s', (login, surface, body, kind) => {
    expect(read(login, surface, body)).toMatchObject({ class: kind, ready: false, failure: true })
  })

  it('outweighs what an earlier round left below it', () => {
    const body = '> [!WARNING]\n> ## Review limit reached\n\n## Walkthrough\n\nThe round before found 3 issues.'
    expect(read('coderabbitai', 'issue_comment', body).class).toBe('refused')
  })

  it('is known by how a check ended, where its text says nothing', () => {
    const raw = { name: 'Macroscope - Correctness Check', app: { slug: 'macroscopeapp' }, status: 'completed' }
    expect(read('x', 'check_run', '', { ...raw, conclusion: 'cancelled', output: { title: 'Stopped' } }).class).toBe(
      'failed',
    )
    const capitals = { ...raw, status: 'COMPLETED', conclusion: 'CANCELLED' }
    expect(read('x', 'check_run', 'Stopped', capitals).class).toBe('failed')
  })
})

describe('a text about a change that has to do with limits and errors', () => {
  it.each<Row>([
    ['Copilot', 'review', '## Pull request overview\n\nRetries after the server hit the rate limit.', 'summary'],
    [
      'Copilot',
      'review',
      '## Pull request overview\n\nStops users who exceeded their daily quota.\n\nCopilot reviewed 3 files and generated 2 comments.',
      'findings',
    ],
    [
      'greptile-apps',
      'issue_comment',
      '<h3>Greptile Summary</h3>\n\nHandles callers that hit the limit.\n\n<h3>Confidence Score: 2/5</h3>',
      'findings',
    ],
    ['sourcery-ai', 'issue_comment', "## Reviewer's Guide\n\nThe job that failed to complete is run again.", 'summary'],
    ['chatgpt-codex-connector', 'issue_comment', '### Summary\n* Stops when it hit the rate limit.', 'summary'],
    [
      'github-actions',
      'issue_comment',
      '## OpenAI Code Review\n\n### Critical issues\n\n1. `src/a.ts:2`: lost when the API request failed with 500.',
      'findings',
    ],
    [
      'github-actions',
      'issue_comment',
      '## OpenAI Code Review\n\nAPI error handling is better now. No issues found.',
      'clean',
    ],
    ['github-actions', 'issue_comment', '## OpenAI Code Review\n\nFine.\n\n- Improve error handling', 'notice'],
    [
      'github-actions',
      'issue_comment',
      '## OpenAI Code Review\n\n1. `a.ts:1`: a request that timed out is lost\n2. `b.ts:3`: so is a job that failed to start',
      'findings',
    ],
    [
      'github-actions',
      'issue_comment',
      '## OpenAI Code Review\n\nThis PR waits while the API returned 503. No issues found.',
      'clean',
    ],
    [
      'chatgpt-codex-connector',
      'review',
      `### 💡 Codex Review\n\nhttps://github.com/o/r/blob/${'a'.repeat(40)}/z.go#L1\n**![P1 Badge](x.svg) Say that something went wrong**\n\nIt is lost.`,
      'findings',
    ],
    [
      'qodo-code-review',
      'issue_comment',
      '<table><tr><td><strong>Security concerns</strong><br>\n\n<strong>Limits:</strong><br>Who exceeded the quota is served.</td></tr></table>',
      'findings',
    ],
    ['gemini-code-assist', 'review', '## Code Review\n\nThe PR stops who exceeded your quota. See below.', 'findings'],
    ['claude', 'issue_comment', 'Found 1 issue:\n\n1. Rate limit reached is lost in `src/a.ts:4`', 'findings'],
  ])('is no failure: %s on %s: %j → %s', (login, surface, body, kind) => {
    expect(read(login, surface, body)).toMatchObject({ class: kind, failure: false })
  })

  it.each<Row>([
    ['gemini-code-assist', 'review', '## Code Review\n\nI have no specific feedback to provide.', 'clean'],
    ['gemini-code-assist', 'review', '## Code Review\n\nNo issues of high or critical severity were found.', 'clean'],
    ['gemini-code-assist', 'review', '## Code Review\n\nA rename, so there are no review comments.', 'clean'],
    ['gemini-code-assist', 'review', '## Code Review\n\nThere are no comments in it that say why.', 'findings'],
    ['cursor', 'issue_comment', '### Bugbot Analysis Progress (9s elapsed)\n\n⏳ Looking for bugs', 'in_progress'],
    ['coderabbitai', 'issue_comment', '> [!NOTE]\n> ## Review skipped\n>\n> Auto reviews are disabled here.', 'notice'],
    [
      'coderabbitai',
      'issue_comment',
      '<details>\n<summary>✅ Action performed</summary>\n\nReview triggered. Used when reviews are paused.\n</details>',
      'notice',
    ],
    [
      'cursor',
      'review',
      '✅ Bugbot found no new issues!\n\n2 issues of the round before remain unresolved.',
      'findings',
    ],
    [
      'greptile-apps',
      'issue_comment',
      '<details><summary><h3>Greptile Overview</h3></summary>\n\nA retry.\n\n<h3>Confidence Score: 2/5</h3>\n</details>',
      'findings',
    ],
    [
      'greptile-apps',
      'issue_comment',
      '<h3>Greptile Summary</h3>\n\nA retry.\n\n<details><summary><h3>Confidence Score: 5/5</h3></summary>\n\nSafe.\n</details>',
      'clean',
    ],
    [
      'chatgpt-codex-connector',
      'issue_comment',
      '| Review | Status | Commit |\n|---|---|---|\n| Code Review | ✅ **Completed** with 2 findings | `abc1234` |',
      'findings',
    ],
    [
      'qodo-code-review',
      'issue_comment',
      '<h3>Code Review by Qodo</h3>\n\n<code>🐞 Bugs (0)</code> <code>📜 Skill insights (2)</code>',
      'findings',
    ],
    ['greptile-apps', 'check_run', 'Confidence 4/5: less than you ask for', 'findings'],
    [
      'github-actions',
      'issue_comment',
      '## Gemini Code Review\n\n### Critical issues\nNone\n\n**Verdict:** Approved',
      'clean',
    ],
    [
      'github-actions',
      'issue_comment',
      '## Gemini Code Review\n\n### Issues\n- The lock is lost\n\n**Verdict:** Approve',
      'findings',
    ],
    ['Copilot', 'review', '### 🟢 Approved\n\nA small change.\n\n**0 open findings**', 'clean'],
    ['Copilot', 'review', '### 🟢 Approved\n\n<details><summary>**1 open finding**</summary></details>', 'findings'],
    ['Copilot', 'review', '## Copilot review overview\n\n### 🟡 Changes recommended\n\n**Findings:** None', 'findings'],
    ['Copilot', 'review', '## Copilot review overview\n\n### 🔵 Needs a look\n\n**Findings:** None', 'summary'],
    ['gemini-code-assist', 'review', '## Code Review\n\nDrops the text "no comments". See below.', 'findings'],
    ['gemini-code-assist', 'review', '## Code Review\n\nNo issues were found in it. However, see below.', 'findings'],
    ['cubic-dev-ai', 'review', 'Review completed. Found no issues in the parser, but two in the lexer.', 'notice'],
    ['sourcery-ai', 'review', 'They look great! But the lock is lost.', 'findings'],
    ['ellipsis-dev', 'review', '**Looks good to me!** However, see the lock.', 'notice'],
    ['github-actions', 'issue_comment', '## OpenAI Code Review\n\nLGTM, except for the lock.', 'notice'],
    ['chatgpt-codex-connector', 'issue_comment', "Codex Review: Didn't find any bugs, but a lost lock.", 'findings'],
    ['Copilot', 'review', 'Copilot generated no comments, although it did not see all.', 'notice'],
    ['qodo-code-review', 'issue_comment', '<h3>Review Summary by Qodo</h3>\n\nAdds a retry.', 'summary'],
    [
      'augmentcode',
      'issue_comment',
      '<details><summary>Augment PR Summary</summary>\n\nA retry.\n</details>',
      'summary',
    ],
  ])('%s on %s: %j → %s', (login, surface, body, kind) => {
    expect(read(login, surface, body).class).toBe(kind)
  })

  it.each([
    ['coderabbitai', '_⚠️ Potential issue_ | _🟠 Major_\n\n**Rate limit exceeded is not handled.**'],
    ['chatgpt-codex-connector', '**![P1 Badge](x.svg) Something went wrong is swallowed**\n\nIt is.'],
  ])('is a finding where it is inline and graded: %s: %j', (login, body) => {
    expect(read(login, 'inline', body).class).toBe('findings')
  })

  it('may stand in the description of a pull request, where the reviewer is told', () => {
    const body = 'Tells those who have reached your limit to wait.\n\n## Summary by Sourcery\n\nAdds a retry.'
    const told = classify({
      bot: 'sourcery',
      login: null,
      surface: 'pr_body',
      state: null,
      commit: null,
      path: null,
      line: null,
      body,
      raw: null,
    })
    expect(told).toMatchObject({ reviewer: 'sourcery', class: 'summary' })
    expect(read('jane', 'pr_body', body)).toMatchObject({ reviewer: null, class: 'notice' })
  })
})
