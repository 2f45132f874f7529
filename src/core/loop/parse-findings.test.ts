import { describe, expect, it } from 'vitest'
import { parseFindings } from './parse-findings.ts'

const byHand = `# Story 2.1 Code Review Findings - Round 1

**Reviewer:** Agent (Fresh Context)
**Date:** 2026-02-03 10:11
**Branch:** \`story-2-1-upload\`

## Critical Issues (Must Fix)

1. **[Security]:** The name of the file
   is not checked
   - **File:** \`src/upload.ts:12\`
   - **Problem:** A name with \`../\` leaves the folder.
     - first through the form
     - then through the API

     \`\`\`ts
     ## Summary
     1. **[Bug]:** not a finding
       join(folder, name)
     \`\`\`
   - **Impact:** Files are overwritten.
   - **Fix:**
     1. normalise
     2. compare

## Important Issues (Should Fix)

None found.

## Minor Issues (Nice to Have)

A few small things:

2) **Style:** Two names for one thing
   * **File**: src/a.ts:3-5
   * **Problem**: \`id\` and \`key\`
wrapped without indentation

---

## Summary

- **Total findings:** 2
- **Critical:** 1
- **Important:** 0
- **Minor:** 1
- **Recommendation:** Fix 1 first.
`

const edited = (from: string, to: string): string => {
  if (!byHand.includes(from)) throw new Error(`not in the document: ${from}`)
  return byHand.replace(from, to)
}

describe('parseFindings', () => {
  it('reads a document that was written by hand', () => {
    expect(parseFindings(byHand.replaceAll('\n', '\r\n'))).toEqual({
      value: {
        title: 'Story 2.1',
        round: 1,
        reviewer: 'Agent (Fresh Context)',
        date: '2026-02-03 10:11',
        branch: 'story-2-1-upload',
        entries: [
          {
            label: 'Critical',
            severity: 'P0',
            blocking: true,
            category: 'Security',
            title: 'The name of the file is not checked',
            file: 'src/upload.ts',
            line: 12,
            endLine: null,
            problem:
              'A name with `../` leaves the folder.\n- first through the form\n- then through the API\n\n```ts\n## Summary\n1. **[Bug]:** not a finding\n  join(folder, name)\n```',
            impact: 'Files are overwritten.',
            fix: '1. normalise\n2. compare',
          },
          {
            label: 'Minor',
            severity: 'P3',
            blocking: false,
            category: 'Style',
            title: 'Two names for one thing',
            file: 'src/a.ts',
            line: 3,
            endLine: 5,
            problem: '`id` and `key`\nwrapped without indentation',
            impact: null,
            fix: null,
          },
        ],
        recommendation: 'Fix 1 first.',
      },
    })
  })

  it.each([
    ['a wrong count', '- **Critical:** 1', '- **Critical:** 0', '- **Critical', 'says Critical: 0, the document has 1'],
    [
      'a wrong total',
      '- **Total findings:** 2',
      '- **Total findings:** 3',
      '- **Total findings',
      'Total findings: 3, the document has 2',
    ],
    ['a count that is no number', '- **Minor:** 1', '- **Minor:** one', '- **Minor', 'says Minor: one'],
    ['a missing count', '- **Important:** 0\n', '', '## Summary', 'says **Important:** once'],
    ['a second count', '- **Minor:** 1', '- **Minor:** 1\n- **Minor:** 1', '## Summary', 'says **Minor:** once'],
    ['no recommendation', '- **Recommendation:** Fix 1 first.', '', '## Summary', '**Recommendation:** once'],
    ['no summary', '\n## Summary', '\n## The end', '## The end', 'no heading of a findings document'],
    ['another heading', 'A few small things:', '## Strengths', '## Strengths', '"Strengths" is no heading'],
    ['sections in another order', '## Important Issues (Should Fix)', '## Summary', '## Minor', 'comes too late'],
    [
      'a section twice',
      '## Important Issues (Should Fix)',
      '## Critical Issues (Must Fix)',
      '## Critical',
      'is there twice',
    ],
    ['numbers that begin again', '2) **Style', '1) **Style', '1) **Style', 'This is finding 2, and its number is 1'],
    ['a finding without a number', '2) **Style:**', '- **Style:**', '- **Style', 'belongs to no finding'],
    ['text that belongs to nothing', '---', 'Also look at b.ts.', 'Also look', 'belongs to no finding'],
    ['no category', '**Style:** Two names', 'Two names', '2) Two', 'Finding 2 is not written'],
    ['no place', '   * **File**: src/a.ts:3-5\n', '', '2) **Style', 'Finding 2 has no **File:**'],
    ['no problem', '   * **Problem**: `id`', '   `id`', '2) **Style', 'Finding 2 has no **Problem:**'],
    ['a problem twice', '- **Impact:** Files', '- **Problem:** Files', '1. **[Security]', 'says **Problem:** 2 times'],
    ['a path that leads out', 'src/upload.ts:12', '../../etc/passwd:12', '1. **[Security]', 'outside the repository'],
    ['line 0', 'src/a.ts:3-5', 'src/a.ts:0', '2) **Style', 'line 0'],
    ['another title', '# Story 2.1 Code Review Findings - Round 1', '# Findings', '# ', 'begins with'],
    ['no branch', '**Branch:** `story-2-1-upload`', '', '# ', '**Branch:** is expected once'],
    ['a reviewer twice', '**Date:**', '**Reviewer:** me\n**Date:**', '# ', 'found 2 times'],
    ['another form of date', '2026-02-03 10:11', 'yesterday', '# ', 'YYYY-MM-DD HH:MM'],
    [
      'a block that is not closed',
      '  join(folder, name)\n     ```',
      '  join(folder, name)',
      '## Critical',
      'no "## Summary"',
    ],
  ])('names the line of %s', (_what, from, to, start, text) => {
    const markdown = edited(from, to)
    const result = parseFindings(markdown)
    const lines = markdown.split('\n').flatMap((line, index) => (line.startsWith(start) ? [index + 1] : []))
    const problems = 'problems' in result ? result.problems : []
    const found = problems.filter((problem) => problem.text.includes(text))
    expect(lines).toContain(found[0]?.line)
  })

  it.each(['', 'Nothing here.', '# x', '## Summary'])('does not read %j as a document without findings', (markdown) => {
    expect(parseFindings(markdown)).toHaveProperty('problems')
  })
})
