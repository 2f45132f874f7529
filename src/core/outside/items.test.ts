import { describe, expect, it } from 'vitest'
import { classify } from './classify.ts'
import { shownItem, withPaths } from './shown-item.ts'
import type { OutsideComment } from './types.ts'

const itemsOf = (login: string, surface: OutsideComment['surface'], body: string, more: Partial<OutsideComment> = {}) =>
  classify({
    bot: null,
    login,
    surface,
    state: null,
    commit: null,
    path: null,
    line: null,
    body,
    raw: null,
    ...more,
  }).items

const places = (items: ReturnType<typeof itemsOf>) =>
  items.map(({ file, line, severity, actionable }) => [file, line, severity, actionable])

describe('items of a comment on the whole pull request', () => {
  it('are the comments that could not be put on lines, with the last line of their range', () => {
    const body = [
      '**Actionable comments posted: 2**',
      '',
      '> <details>',
      '> <summary>⚠️ Outside diff range comments (2)</summary><blockquote>',
      '>',
      '> <details>',
      '> <summary>src/pool.ts (2)</summary><blockquote>',
      '>',
      '> `10-14`: _⚠️ Potential issue_ | _🔴 Critical_',
      '>',
      '> **Close the pool.**',
      '>',
      '> It leaks.',
      '>',
      '> ```ts',
      '> 99: not a range',
      '> ```',
      '>',
      '> ---',
      '>',
      '> `30`: **Looks good.**',
      '>',
      '> </blockquote></details>',
      '> </blockquote></details>',
      '',
      '<details>',
      '<summary>🔇 Additional comments (1)</summary><blockquote>',
      '<details>',
      '<summary>src/other.ts (1)</summary><blockquote>',
      '',
      '`1-2`: **Reads well.**',
      '</blockquote></details>',
      '</blockquote></details>',
    ].join('\n')
    const items = itemsOf('coderabbitai', 'review', body)
    expect(places(items)).toEqual([['src/pool.ts', 14, 'critical', true]])
    expect(items[0]).toMatchObject({ startLine: 10, title: 'Close the pool.' })
  })

  it.each([
    ['In `@src/a.ts`:', '- Around line 4-6: The lock is never released. Release it in `finally`.', 'src/a.ts', 6],
    ['Review comments at\n@src/b.ts:', '- Line 9: Return early when the list is empty.', 'src/b.ts', 9],
  ])('are those of a prompt for agents: %s', (head, entry, file, line) => {
    const body = `<details>\n<summary>🤖 Prompt for AI agents</summary>\n\n\`\`\`\nInline comments:\n${head}\n${entry}\n\`\`\`\n</details>`
    expect(places(itemsOf('coderabbitai', 'review', body))).toEqual([[file, line, null, true]])
  })

  it('are the violations of a machine-readable prompt', () => {
    const body =
      '**1 issue found**\n\n```text\n<violation number="1" location="lib/x.rb:7">\nP0: The check is inverted.</violation>\n```'
    expect(places(itemsOf('cubic-dev-ai', 'review', body))).toEqual([['lib/x.rb', 7, 'critical', true]])
  })

  it.each(['path="src/a.py" line_range="10-12" /', "file='src/a.py' start_line='10' end_line='12' /"])(
    'are the comments of a prompt that has their places in attributes: %s',
    (attributes) => {
      const body = `Hey - I've found 1 issue\n\n~~~markdown\n### Comment 1\n<location ${attributes}>\n<issue_to_address>\n**issue (bug_risk):** The list may be empty.\n</issue_to_address>\n~~~`
      expect(places(itemsOf('sourcery-ai', 'review', body))).toEqual([['src/a.py', 12, 'high', true]])
    },
  )

  it('are the comments of prompts that have their places in lines of their own', () => {
    const prompt = (file: string, lines: string, comment: string) =>
      `<details><summary>Prompt To Fix With AI</summary>\n\n\`\`\`\`\`markdown\nThis is a comment left during a review.\nPath: ${file}\nLine: ${lines}\n\nComment:\n${comment}\n\nHow can I resolve this?\n\`\`\`\`\`\n</details>`
    const body = `<details>\n<summary>Additional Comments (2)</summary>\n\n**\`src/a.sh\`**\n${prompt('src/a.sh', '3:5', 'logic: The copy is lost.')}\n\n---\n\n${prompt('src/b.sh', '9', 'style: Name it.')}\n</details>`
    const items = itemsOf('greptile-apps', 'issue_comment', body)
    expect(places(items)).toEqual([
      ['src/a.sh', 5, 'high', true],
      ['src/b.sh', 9, 'low', false],
    ])
    expect(items[0]?.body).toContain('logic: The copy is lost.')
    expect(places(itemsOf('greptile-apps', 'inline', prompt('src/a.sh', '3:5', 'logic: Lost.')))[0]?.[1]).toBe(5)
  })

  it('are the issues of a prompt for all of them, which says again what stands inline', () => {
    const body =
      '### Confidence Score: 3/5\n\n<details><summary>Prompt To Fix All</summary>\n\n`````markdown\n### Issue 1 of 2\nsrc/a.ts:12-14\n**Lock leaks**\n\nIt is kept.\n\n---\n\n### Issue 2 of 2\nsrc/b.ts:9\n**Race**\n\nIt races.\n`````\n</details>'
    const items = itemsOf('greptile-apps', 'issue_comment', body)
    expect(items.map(({ file, line, title, inPrompt }) => [file, line, title, inPrompt])).toEqual([
      ['src/a.ts', 14, 'Lock leaks', true],
      ['src/b.ts', 9, 'Race', true],
    ])
  })

  it('are not rows that are struck out', () => {
    const body =
      '## Gemini Code Review\n\n| File | Severity | Issue |\n|---|---|---|\n| ~~src/s.ts:3~~ | ~~High~~ | ~~Races~~ |\n| src/t.ts:4 | Low | Name |'
    expect(places(itemsOf('github-actions[bot]', 'issue_comment', body))).toEqual([['src/t.ts', 4, 'low', false]])
  })

  it('are not the ways in which the change could have been made as well', () => {
    const body =
      '<h3>PR Summary by Qodo</h3>\n\n<details>\n<summary>High-Level Assessment</summary>\n\n<details>\n<summary><b>1. One table</b></summary>\n\n- Shorter\n</details>\n</details>'
    expect(itemsOf('qodo-code-review', 'issue_comment', body)).toEqual([])
  })

  it('are at the code that is meant, not at the evidence', () => {
    const body = `<code>🐞 Bugs (1)</code>\n\n<img alt="Action required">\n\n<details>\n<summary>1. Lost token <code>🐞 Bug</code></summary>\n\n<code>[src/t.ts[R43-45]](https://example.test/files#diff-0R43-R45)</code>\n\n<code>[src/o.ts[1-9]](https://github.com/o/r/blob/${'a'.repeat(40)}/src/o.ts/#L1-L9)</code>\n</details>`
    expect(places(itemsOf('qodo-code-review', 'issue_comment', body))).toEqual([['src/t.ts', 45, 'high', true]])
  })

  it('are suggestions in a table that nobody has applied', () => {
    const suggestion = (title: string, impact: string) =>
      `<tr><td>\n\n<details><summary>${title}</summary>\n\n___\n\n**Why it matters.**\n\n[src/q.ts [5-8]](https://example.test/files#diff-0R5-R8)\n\n\`\`\`diff\n-old()\n+new_()\n\`\`\`\n\n<details><summary>Suggestion importance[1-10]: 8</summary>\n\nWhy: so.\n</details></details></td><td align=center>${impact}\n\n</td></tr>`
    const body = `## PR Code Suggestions ✨\n\n<table>${suggestion('Await the call', 'High')}${suggestion('✅ <s>Done already</s>', 'High')}</table>`
    expect(places(itemsOf('qodo-code-review', 'issue_comment', body))).toEqual([['src/q.ts', 8, 'high', true]])
  })

  it('are folded findings with a severity, unless they are resolved', () => {
    const finding = (title: string, place: string) =>
      `<details>\n<summary><img alt="High severity" src="x.png"> ${title}</summary>\n\n\`${place}\`\n\nIt throws.\n</details>`
    const body = `<!-- ccr-overview-v2 -->\n**Findings:** None\n\n<details><summary>Previously missed (1)</summary>\n${finding('Guard it', 'src/m.ts:3')}\n</details>\n<details><summary>Resolved since last review (1)</summary>\n${finding('Old', 'src/n.ts:4')}\n</details>`
    expect(places(itemsOf('Copilot', 'review', body))).toEqual([['src/m.ts', 3, 'high', true]])
    const shorter = body.replaceAll('High severity', 'High')
    expect(places(itemsOf('Copilot', 'review', shorter))).toEqual([['src/m.ts', 3, 'high', true]])
  })

  it('are findings outside the diff behind a link into the commit', () => {
    const body = `### 💡 Codex Review\n\nhttps://github.com/o/r/blob/${'a'.repeat(40)}/src/z.go#L10-L12\n**![P1 Badge](https://img.shields.io/badge/P1-orange) Check the error**\n\nIt is dropped.`
    expect(places(itemsOf('chatgpt-codex-connector', 'review', body))).toEqual([['src/z.go', 12, 'high', true]])
  })

  it('are rows of a table with a severity and a place', () => {
    const table =
      '| Severity | File:Line | Issue |\n|---|---|---|\n| 🔴 Important | src/s.ts:4 | Races |\n| 🟡 Nit | src/s.ts:9 | Name |'
    const raw = { name: 'Claude Code Review', app: { slug: 'claude' }, status: 'completed', output: { text: table } }
    expect(places(itemsOf('x', 'check_run', '', { raw }))).toEqual([
      ['src/s.ts', 4, 'high', true],
      ['src/s.ts', 9, 'low', false],
    ])
  })

  it('are rows whose names are protected from being read as markup', () => {
    const body = '## Gemini Code Review\n\n| File | Line | Severity |\n|---|---|---|\n| my\\_cart\\.js | 7 | HIGH |\n'
    expect(places(itemsOf('github-actions[bot]', 'issue_comment', body))).toEqual([['my_cart.js', 7, 'high', true]])
  })

  it('are rows with the file in one cell and the lines in another', () => {
    const body =
      '## Gemini Code Review\n\n| File | Line | Severity | Issue |\n|---|---|---|---|\n| `src/s.ts` | 3-7 | High | Races |\n| src/t.ts | — | Low | Name |'
    const items = itemsOf('github-actions[bot]', 'issue_comment', body)
    expect(places(items)).toEqual([
      ['src/s.ts', 7, 'high', true],
      ['src/t.ts', null, 'low', false],
    ])
    expect(items[0]?.title.trim()).toBe('Races')
  })

  it('are not sentences in a table that begin like a severity', () => {
    const body =
      '## Confidence Score: 3/5\n\n| File | Overview |\n|---|---|\n| src/a.ts | High load: src/a.ts:3 is slow |'
    expect(itemsOf('greptile-apps', 'issue_comment', body)).toEqual([])
  })

  it('are bugs under headings of their own, with a place for programs or a link', () => {
    const link = `https://github.com/o/r/blob/${'d'.repeat(40)}/src/b.ts#L3-L4`
    const body = `### Bug: Value lost\n\nIt is.\n\n<!-- LOCATIONS START\nsrc/a.ts#L10-L12\nLOCATIONS END -->\n\n### Bug: Wrong unit\n\n[here](${link})`
    expect(places(itemsOf('cursor', 'review', body))).toEqual([
      ['src/a.ts', 12, null, true],
      ['src/b.ts', 4, null, true],
    ])
  })

  it('are numbered problems with links, and free text that names a place', () => {
    const link = `https://github.com/o/r/blob/${'b'.repeat(40)}/src/k.ts#L3-L5`
    expect(
      places(
        itemsOf(
          'claude[bot]',
          'issue_comment',
          `### Code review\n\nFound 1 issue:\n\n1. The flag is never read\n\n${link}`,
        ),
      ),
    ).toEqual([['src/k.ts', 5, null, true]])
    const free =
      '### Review\n\n#### Issues\n\n- **Broken retry** (src/r.ts:7-9): it never stops.\n\n#### Positive aspects\n\n- src/good.ts:1 is tidy'
    expect(places(itemsOf('claude[bot]', 'issue_comment', free))).toEqual([['src/r.ts', 9, null, true]])
  })

  it('are numbered problems that begin with their place', () => {
    const body =
      '<h3>Confidence Score: 3/5</h3>\n\n<details><summary><h3>Comments Outside Diff (1)</h3></summary>\n\n1. `src/c.ts`, line 12-18\n\n   <img alt="P1" src="p1.svg"> **Entry is never evicted**\n\n   The map grows.\n\n</details>'
    const items = itemsOf('greptile-apps', 'issue_comment', body)
    expect(places(items)).toEqual([['src/c.ts', 18, 'high', true]])
    expect(items[0]?.title).toBe('Entry is never evicted')
    const bare = '## Walkthrough\n\nWhat changed:\n\n1. `src/c.ts`, line 12-18'
    expect(itemsOf('greptile-apps', 'issue_comment', bare)).toEqual([])
  })

  it('are places worth a look in a list, unless they are ticked', () => {
    const entry = (box: string, hash: string, title: string) =>
      `- [${box}] <a href='https://example.test/files#diff-${hash.repeat(64)}R3-R9'><strong>${title}</strong></a><br>Two writers race.<br>`
    const body = `## Nitpicks\n\n<table><tr><td><strong>No security issues identified</strong></td></tr><tr><td>\n\n${entry(' ', 'a', 'Lost update')}\n${entry('x', 'b', 'Done')}\n</td></tr></table>`
    expect(itemsOf('codeant-ai', 'issue_comment', body)).toMatchObject([{ title: 'Lost update', line: 9 }])
  })

  it('know a file by the hash of its path, once somebody says which it is', () => {
    const hash = 'c'.repeat(64)
    const body = `## PR Reviewer Guide 🔍\n\n<details><summary><a href='https://example.test/files#diff-${hash}R3-R9'><strong>Lost update</strong></a>\n\nTwo writers race.\n</summary>\n\n</details>`
    const items = itemsOf('qodo-code-review', 'issue_comment', body)
    expect(items.map(shownItem)).toMatchObject([{ file: null, line: null, title: 'Lost update' }])
    expect(withPaths(items, new Map([[hash, 'src/w.ts']])).map(shownItem)).toMatchObject([
      { file: 'src/w.ts', line: 9 },
    ])
  })

  it('are a place to look at without code below it, and what is said about security beside praise', () => {
    const body = `## PR Reviewer Guide 🔍

<table>
<tr><td>🔒&nbsp;<strong>Security concerns</strong><br><br>

<strong>Token in a log:</strong><br>The key of the caller is written.</td></tr>
<tr><td>⚡&nbsp;<strong>Recommended focus areas for review</strong><br><br>

<a href='https://example.test/files#diff-${'d'.repeat(64)}R3-R9'><strong>Lost update</strong></a><br>Two writers race.

</td></tr></table>`
    expect(itemsOf('qodo-code-review', 'issue_comment', body)).toMatchObject([
      { title: 'Token in a log:', actionable: true },
      { title: 'Lost update', line: 9 },
    ])
    const praised = body.replace(
      /<tr><td>⚡[\s\S]*/,
      '<tr><td><strong>No major issues detected</strong></td></tr></table>',
    )
    expect(itemsOf('qodo-code-review', 'issue_comment', praised)).toMatchObject([{ title: 'Token in a log:' }])
  })

  it('are one remark where a reviewer holds several back itself', () => {
    const body =
      'Copilot reviewed 3 files and generated no comments.\n\n<details>\n<summary>Comments suppressed due to low confidence (2)</summary>\n\n**src/a.py:3**\n* Unused.\n\n**src/b.py:4**\n* Unused.\n</details>'
    const said = itemsOf('Copilot', 'review', body)
    expect(places(said)).toEqual([['src/a.py', 3, 'low', false]])
    expect(said[0]).toMatchObject({ remark: true, title: 'Unused.' })
  })

  it('are not the drafts that a reviewer decided against', () => {
    const body =
      '**Changes requested  :x:**\n<details>\n<summary>1. <code>src/a.ts:3</code></summary>\n\n- **Draft comment:** Rename.\n- **Reason this comment was not posted:** taste.\n</details>'
    expect(itemsOf('ellipsis-dev', 'review', body)).toEqual([])
    const listed =
      '**Changes requested  :x:**\n\n#### 1. src/a.ts:3\n- **Draft comment:** Rename.\n- **Reason this comment was not posted:** taste.'
    expect(itemsOf('ellipsis-dev', 'review', listed)).toEqual([])
  })
})

describe('items of free text', () => {
  const read = (body: string) =>
    itemsOf('claude[bot]', 'issue_comment', `## Code Review\n\n${body}`).map(({ file, line, severity, title }) => [
      file,
      line,
      severity,
      title,
    ])

  it('are as grave as the nearest heading around them says', () => {
    const body =
      '### Critical Issues\n\n#### 1. Token is logged (src/a.ts:3)\n\n### Low priority\n\n#### Names\n\n- src/b.ts:4: it says nothing'
    expect(read(body)).toEqual([
      ['src/a.ts', 3, 'critical', '1. Token is logged (src/a.ts:3)'],
      ['src/b.ts', 4, 'low', 'src/b.ts:4: it says nothing'],
    ])
  })

  it.each([
    ['a line below', '#### Lost job\n**Location:** `src/q.ts:3-5`\n\nTwo workers take it.'],
    ['a point below', '1. **Lost job**\n   - Location: `src/q.ts:3-5`\n   - Two workers take it.'],
    ['two fields', '#### Lost job\n- **File:** src/q.ts\n- **Lines:** 3-5\n- **Impact:** two workers take it.'],
    ['plain words', '#### Lost job\nFile: src/q.ts\nLine: 5\n\nTwo workers take it.'],
    [
      'another field first',
      '**Lost job**\n**Impact:** two workers take it, see `src/other.ts:9`\n**File:** `src/q.ts:5`',
    ],
  ])('have their title above and their place in %s', (_, entry) => {
    expect(read(`### Potential issues\n\n${entry}`)).toEqual([['src/q.ts', 5, null, 'Lost job']])
  })

  it('take severity and remedy from fields, which are no items', () => {
    const body =
      '1. **Leak in close** (src/b.ts:12)\n   **Severity:** Medium\n   **Fix:** call `free()` as in `src/c.ts:3`'
    expect(read(body)).toEqual([['src/b.ts', 12, 'medium', 'Leak in close']])
  })

  it('have what follows as their title where their headline is a place', () => {
    const body =
      '### Critical Issues\n\n**src/a.ts:3-5**:\n```ts\nx.y()\n```\n**Issue**: `x` may be null\n\n**File:** `src/b.ts`\n**Line:** 4\n**Issue:** It is never closed'
    expect(read(body)).toEqual([
      ['src/a.ts', 5, 'critical', '`x` may be null'],
      ['src/b.ts', 4, 'critical', 'It is never closed'],
    ])
  })

  it('are lines under the name of their file', () => {
    const body =
      '### `src/a.ts`\n\n- **Line 3**: [High] It is lost\n- Lines 5-7: It is wrong\n\n### Other\n\n- Line 9: of nothing'
    expect(read(body)).toEqual([
      ['src/a.ts', 3, 'high', '[High] It is lost'],
      ['src/a.ts', 7, null, 'It is wrong'],
    ])
  })

  it.each([
    '### Changes Made\n\n1. **Lock** at lines 3-5 of `src/q.ts`',
    '### Issues fixed\n\n- **Race** (src/q.ts:3): locked now',
    '### Verified\n\n- src/q.ts:3 holds the lock',
  ])('are not what was done: %s', (body) => {
    expect(read(body)).toEqual([])
  })

  it.each(['Not addressed', 'Must be fixed', 'Earlier issues, not all resolved', 'Partially fixed'])(
    'are what is still to be done: %s',
    (heading) => {
      expect(read(`### ${heading}\n\n- **Race** (src/q.ts:3): no lock`)).toHaveLength(1)
    },
  )
})

describe('how grave an item of free text is', () => {
  it('may stand in a line that is emphasised in place of a heading', () => {
    const body =
      '## OpenAI Code Review\n\n**Critical Issues**\n1. Line 4 in `src/a.py`: divides by zero.\n\n**Nice to have**\n- `src/a.py:9`: a constant'
    expect(itemsOf('github-actions', 'issue_comment', body)).toMatchObject([
      { line: 4, severity: 'critical' },
      { line: 9, severity: 'low' },
    ])
  })

  it('may stand below its headline', () => {
    const body =
      '### Issues\n\n**1. Writers race** in `src/a.ts:4`\nSeverity: High\n\nTwo write.\n\n**2. Null** in `src/b.ts:7`\n\nIt may be null.'
    expect(itemsOf('claude', 'issue_comment', body)).toMatchObject([
      { line: 4, severity: 'high' },
      { line: 7, severity: null },
    ])
  })
})

describe('the item of an inline comment', () => {
  it.each([
    ['The API key of production is leaked here. It should be rotated.', true],
    ['The sentence does not parse.', false],
  ])('of documentation is to be acted upon where it is about security: %s', (body, actionable) => {
    const [item] = itemsOf('Copilot', 'inline', body, { path: 'README.md', line: 3 })
    expect(item?.actionable).toBe(actionable)
  })

  const at = { path: 'src/a.ts', line: 12 }

  it.each([
    ['gemini-code-assist', '![critical](https://example.test/critical.svg)\n\nIt is injected.', 'critical', true],
    [
      'gemini-code-assist',
      '![medium](https://example.test/medium.svg)\n\nFor better readability, name it.',
      'medium',
      false,
    ],
    ['gemini-code-assist', '![medium](m.svg)\n\nIt may throw.\n\n```suggestion\nreturn null\n```', 'medium', true],
    ['cursor', '### Wrong unit\n\n**High Severity**\n\nSeconds are taken for minutes.', 'high', true],
    ['coderabbitai', '_⚠️ Potential issue_ | _🟡 Minor_\n\n**Await the promise.**\n\nIt is dropped.', 'medium', true],
    ['coderabbitai', '_🧹 Nitpick_\n\n**Sort the imports.**', 'low', false],
    ['coderabbitai', '_🧹 Nitpick_ | _🔵 Trivial_\n\n**Sort the imports.**', 'low', false],
    ['greptile-apps', '<img alt="P1" src="p1.svg"> **Off by one**\n\nThe last row is lost.', 'high', true],
    ['greptile-apps', 'style: use a shorter name', 'low', false],
    ['sourcery-ai', '**issue (bug_risk):** The list may be empty.\n\nThen it throws.', 'high', true],
    [
      'qodo-code-review',
      '<img src="x.svg" alt="Action required">\n\n1\\. Lost token <code>🐞 Bug</code>',
      'high',
      true,
    ],
    [
      'qodo-code-review',
      '**Suggestion:** Close it. [possible issue, importance: 8]\n```suggestion\nclose()\n```',
      'medium',
      true,
    ],
    ['Copilot', 'Consider whether this is the right place for it.', null, false],
    ['Copilot', 'The result of `parse` is not checked, so `undefined` is returned.', null, true],
    ['Copilot', '[MUST] Close the file.', 'high', true],
    ['claude', 'Minor edge case: an empty list is stored without checking it.', 'low', true],
    [
      'Copilot',
      'User input is concatenated into the SQL query, which allows SQL injection. Use a parameterized query for better security.',
      null,
      true,
    ],
    [
      'Copilot',
      'An empty list divides by zero here and crashes. Return early, and consider adding a test.',
      null,
      true,
    ],
    ['Copilot', 'For better lookup time a set would do.', null, false],
    ['Copilot', 'The last element of every chunk is skipped.', null, true],
    ['Copilot', 'Whoever knows the address can delete accounts here.', null, true],
    ['coderabbitai', 'The test is the wrong way round.', null, true],
    ['claude', 'Minor: the password ends up in the log as plain text.', 'low', true],
    ['claude', 'Minor: the last element of every chunk is shown twice.', 'low', true],
    ['Copilot', 'A shorter name would be nice.', null, false],
    ['Copilot', 'It might help to split this up.', null, false],
    [
      'gemini-code-assist',
      '![medium](m.svg)\n\nUse a set here for better lookup time.\n\n```suggestion\nconst seen = new Set()\n```',
      'medium',
      true,
    ],
    [
      'gemini-code-assist',
      '![medium](m.svg)\n\nWhile this may crash, it might be acceptable here: consider whether it matters.',
      'medium',
      false,
    ],
  ])('of %s: %s', (login, body, severity, actionable) => {
    expect(places(itemsOf(login, 'inline', body, at))).toEqual([['src/a.ts', 12, severity, actionable]])
  })

  it('is at the place that it keeps for programs, where no other is known', () => {
    const body = '### Wrong unit\n\n**High Severity**\n\n<!-- LOCATIONS START\nsrc/u.ts#L3-L7\nLOCATIONS END -->'
    expect(places(itemsOf('cursor', 'inline', body))).toEqual([['src/u.ts', 7, 'high', true]])
  })

  it('keeps its native id, its suggestion and its title', () => {
    const body = '### Wrong unit\n\n**Low Severity**\n\n<!-- BUGBOT_BUG_ID: 12ab -->\n\n```suggestion\nreturn 60\n```'
    expect(itemsOf('cursor', 'inline', body, at)[0]).toMatchObject({
      nativeId: 'bugbot:12ab',
      suggestion: 'return 60\n',
      title: 'Wrong unit',
    })
  })

  it.each(['🟠 **High** `a.ts:3`\n\nIt leaks.\n\n✅ Resolved in abc1234', '**LGTM: tidy.**\n\nThank you.', ''])(
    'is not there when nothing is left to do: %s',
    (body) => {
      expect(itemsOf('macroscopeapp', 'inline', body, at)).toEqual([])
    },
  )

  it.each([
    ['macroscopeapp', '🟢 **Low** `src/a.ts:12`\n\nThe import is not used'],
    ['augmentcode', '**Severity: low**\n\nThe import is not used'],
    ['cubic-dev-ai', '**Low**\n\nThe import is not used'],
  ])('is called by what it is about, not by its severity: %s', (login, body) => {
    expect(itemsOf(login, 'inline', body, at)[0]).toMatchObject({ severity: 'low', title: 'The import is not used' })
  })

  it('is where its prompt says, where nobody else does', () => {
    const body =
      'P1: It leaks.\n\n<details>\n<summary>Prompt</summary>\n\n```text\nFix it. At src/a.ts, line 12:\n```\n</details>'
    expect(places(itemsOf('cubic-dev-ai', 'inline', body))).toEqual([['src/a.ts', 12, 'high', true]])
  })

  it('says where else the same is', () => {
    const body =
      '🟡 **Medium** `a.ts:12`\n\nIt leaks.\n\n<details>\n<summary>Also found in 1 other location(s)</summary>\n\n`src/b.ts:5`\n</details>\n\n<details><summary>Prompt</summary>\n\n```text\nIn file @src/a.ts around line 12:\n```\n</details>'
    expect(places(itemsOf('macroscopeapp', 'inline', body))).toEqual([
      ['src/a.ts', 12, 'medium', true],
      ['src/b.ts', 5, 'medium', true],
    ])
  })
})

it.each([
  ['**issue (bug_risk):** The list may be empty.', 'The list may be empty.'],
  ['**P1 (blocking): The list may be empty.**', 'The list may be empty.'],
  ['**nitpick:** The name could be shorter.', 'The name could be shorter.'],
  ['**The issue: a list that is empty.**', 'The issue: a list that is empty.'],
])('the title of %j is without its kind', (body, title) => {
  expect(itemsOf('sourcery-ai', 'inline', body, { path: 'src/a.ts', line: 1 })).toMatchObject([{ title }])
})
