import { describe, expect, it } from 'vitest'
import { parseReviewerReply } from './reviewer-reply.ts'

const parse = (text: string, kind: 'plan' | 'code' = 'plan') => parseReviewerReply(text, { kind })
const codes = (text: string, kind: 'plan' | 'code' = 'plan') => {
  const read = parse(text, kind)
  return 'problems' in read ? read.problems.map(({ code, line }) => `${code} ${line}`) : read.value.verdict
}
const reply = (verdict: string, ...parts: string[]) => [`### VERDICT: ${verdict}`, ...parts].join('\n\n')
const good = '### Strengths\nSmall steps.'
const critical = '- [CRITICAL] It leaks - must be resolved before proceeding\n  File: `src/a.ts`, around line 7'
const issues = (...entries: string[]) => `### Issues\n${entries.join('\n')}`

describe('a reviewer reply', () => {
  it('is read in full', () => {
    const text = reply(
      'REQUEST_CHANGES',
      issues(critical, '  It is never closed.', '', '- [MINOR] A name - recommended improvement'),
      good,
      '### Questions\n- Why now?\n- And who?',
    )
    expect(parse(text, 'code')).toEqual({
      value: {
        verdict: 'REQUEST_CHANGES',
        issues: [
          { severity: 'CRITICAL', text: 'It leaks\nIt is never closed.', file: 'src/a.ts', line: 7 },
          { severity: 'MINOR', text: 'A name', file: null, line: null },
        ],
        strengths: 'Small steps.',
        questions: ['Why now?', 'And who?'],
      },
    })
  })

  it.each<[string, string[]]>([
    [reply('APPROVE', 'Fine. Should `a.ts` be per IP instead?', good), ['Should `a.ts` be per IP instead?']],
    [reply('APPROVE', `${good}\n- **Who pays?**`, '### Questions\n- Why now?'), ['Who pays?', 'Why now?']],
    [reply('APPROVE', `${good} Why? It is short.\n\`\`\`\nwhy?\n\`\`\``), []],
    [reply('APPROVE', good, '### Questions\n- **None.**\n\nNo further questions.'), []],
    [`Is it right? Yes.\nIs it?\n\n${reply('APPROVE', good)}`, []],
  ])('has its questions read wherever they stand below the verdict: %j', (text, questions) => {
    expect(parse(text)).toMatchObject({ value: { questions } })
  })

  it.each<[string, string]>([
    ['no issues at all', reply('APPROVE', good)],
    ['exactly none', reply('APPROVE', issues('- None.'), good)],
    ['only minor ones', reply('APPROVE', issues('- [MINOR] A name'), good)],
    ['line breaks of Windows', reply('APPROVE', issues('- None.'), good).replaceAll('\n', '\r\n')],
    ['sentences and a heading before it', `# Review\nI looked at all of it.\n\n${reply('APPROVE', good)}`],
    ['one fenced block around it', `\`\`\`md\n${reply('APPROVE', good)}\n\`\`\`\n`],
    ['lines between the sections', reply('APPROVE', '---', issues('- None.', '', '---'), good)],
    ['a quoted reply in a fenced block', `${reply('APPROVE', good)}\n\`\`\`\n### VERDICT: REQUEST_CHANGES\n\`\`\``],
    [
      'words about an earlier verdict',
      reply('APPROVE', `${good} My verdict was REQUEST_CHANGES before; all is fixed.`),
    ],
    ['words about what is critical', reply('APPROVE', `${good}\nCRITICAL paths have tests. The verdict is not close.`)],
    ['no questions, said as such', reply('APPROVE', good, '### Questions\n- None.')],
    ['deeper headings in a section', reply('APPROVE', `${good}\n#### More\nTests.`)],
  ])('is an approval with %s', (_, text) => {
    expect(codes(text, 'code')).toBe('APPROVE')
  })

  it.each<[string, string, string[]]>([
    ['nothing', '', ['missing_verdict 1', 'missing_strengths 1']],
    ['no verdict', `${issues('- None.')}\n${good}`, ['missing_verdict 1']],
    ['a verdict of another level', `## VERDICT: APPROVE\n${good}`, ['missing_verdict 1']],
    ['the verdict on the next line', `### VERDICT\nAPPROVE\n${good}`, ['invalid_verdict 1']],
    ['another verdict', reply('APPROVED', good), ['invalid_verdict 1']],
    ['a verdict in small letters', reply('approve', good), ['invalid_verdict 1']],
    ['both verdicts', reply('[APPROVE | REQUEST_CHANGES]', good), ['invalid_verdict 1']],
    ['a verdict with a condition', reply('APPROVE if mended', good), ['invalid_verdict 1']],
    ['a second verdict', reply('APPROVE', good, '### VERDICT: REQUEST_CHANGES'), ['duplicate_section 6']],
    [
      'a refusal of another level',
      `## VERDICT: REQUEST_CHANGES\n${reply('APPROVE', good)}`,
      ['contradicting_verdict 1'],
    ],
    ['an indented refusal', ` ### VERDICT: REQUEST_CHANGES\n\n${reply('APPROVE', good)}`, ['contradicting_verdict 1']],
    [
      'a refusal in prose',
      `**My verdict is:** reject. It says\n${reply('APPROVE', good)}`,
      ['contradicting_verdict 1'],
    ],
    ['a refusal below', reply('APPROVE', `${good}\n#### Verdict: needs work`), ['contradicting_verdict 5']],
    ['the other word alone', reply('APPROVE', '**REQUEST_CHANGES**', good), ['contradicting_verdict 3']],
    ['a critical label elsewhere', reply('APPROVE', `${good}\n- **CRITICAL**: It leaks`), ['issue_outside_issues 5']],
    ['a grave tag elsewhere', reply('APPROVE', `${good}\n- [P0] It leaks`), ['issue_outside_issues 5']],
    ['no strengths', reply('APPROVE', issues('- None.')), ['missing_strengths 3']],
    ['strengths without a word', reply('APPROVE', '### Strengths\n\n'), ['missing_strengths 3']],
    ['strengths as in the schema', reply('APPROVE', '### Strengths\n...'), ['missing_strengths 3']],
    ['another severity', reply('REQUEST_CHANGES', issues('- [HIGH] It leaks'), good), ['invalid_severity 4']],
    ['a severity in small letters', reply('APPROVE', issues('- [minor] A name'), good), ['invalid_severity 4']],
    ['a checkbox', reply('APPROVE', issues('- [ ] A name'), good), ['invalid_severity 4']],
    ['a hidden severity', reply('APPROVE', issues('- [MINOR] A', '  - [HIGH] B'), good), ['invalid_severity 5']],
    ['prose for none', reply('APPROVE', issues('No issues found.'), good), ['issues_prose_placeholder 4']],
    ['prose in another language', reply('APPROVE', issues('- Keine Probleme'), good), ['issues_prose_placeholder 4']],
    ['none without its mark', reply('APPROVE', issues('None.'), good), ['issues_prose_placeholder 4']],
    ['none without its full stop', reply('APPROVE', issues('- None'), good), ['issues_prose_placeholder 4']],
    ['prose, yet changes', reply('REQUEST_CHANGES', issues('- No issues'), good), ['issues_prose_placeholder 4']],
    ['issues without a word', reply('APPROVE', issues(''), good), ['issues_empty_body 3']],
    ['an approval with a critical issue', reply('APPROVE', issues(critical), good), ['approve_with_critical 4']],
    [
      'an approval with a hidden critical issue',
      reply('APPROVE', issues('- [MINOR] A name', '  - [CRITICAL] It leaks'), good),
      ['approve_with_critical 5'],
    ],
    ['an issue elsewhere', reply('APPROVE', `${good}\n- [CRITICAL] It leaks`), ['issue_outside_issues 5']],
    [
      'an issue in a stray fence',
      reply('APPROVE', `${good}\n\`\`\`\n- [CRITICAL] It leaks\n\`\`\``),
      ['issue_outside_issues 6'],
    ],
    [
      'a critical issue that a stray fence makes part of another',
      reply('APPROVE', issues('- [MINOR] A name', '```', '- [CRITICAL] It leaks', '```'), good),
      ['issue_outside_issues 6'],
    ],
    ['an issue before it all', `- [CRITICAL] It leaks\n${reply('APPROVE', good)}`, ['issue_outside_issues 1']],
    ['changes without issues', reply('REQUEST_CHANGES', good), ['request_changes_without_issues 1']],
    ['changes with none', reply('REQUEST_CHANGES', issues('- None.'), good), ['request_changes_without_issues 3']],
    [
      'minor ones, and one of no severity',
      reply('REQUEST_CHANGES', issues('- [MINOR] A', '- B'), good),
      ['untagged_issue 5'],
    ],
    ['only minor ones', reply('REQUEST_CHANGES', issues('- [MINOR] A'), good), ['request_changes_minor_only 3']],
    [
      'issues without severity',
      reply('REQUEST_CHANGES', issues('- It leaks', '- It is slow'), good),
      ['untagged_issue 4', 'untagged_issue 5'],
    ],
    ['one issue without severity', reply('APPROVE', issues('- [MINOR] A', '- B'), good), ['untagged_issue 5']],
    ['a severity without brackets', reply('REQUEST_CHANGES', issues('- CRITICAL: leaks'), good), ['untagged_issue 4']],
    ['none beside issues', reply('REQUEST_CHANGES', issues(critical, '- None.'), good), ['none_with_issues 6']],
    ['an issue without words', reply('REQUEST_CHANGES', issues('- [CRITICAL]'), good), ['empty_issue 4']],
    [
      'the schema left standing',
      reply('REQUEST_CHANGES', issues('- [CRITICAL] <description>', '  File: `path/file.ext`, around line N'), good),
      ['empty_issue 4'],
    ],
    [
      'text that belongs to no issue',
      reply('APPROVE', issues('- [MINOR] A', '', 'Also B.'), good),
      ['text_outside_issues 6'],
    ],
    ['a section twice', reply('APPROVE', good, good), ['duplicate_section 6']],
    ['another order', reply('APPROVE', good, issues('- None.')), ['section_order 6']],
    ['another section', reply('APPROVE', '### Critical\nIt leaks.', good), ['unknown_section 3']],
    ['a fence that stays open', reply('APPROVE', `${good}\n\`\`\`\nx`), ['unclosed_fence 6']],
    [
      'several things',
      reply('LGTM', issues('- [HIGH] A', '- B')),
      ['invalid_verdict 1', 'missing_strengths 3', 'invalid_severity 4', 'untagged_issue 5'],
    ],
  ])('is rejected with its lines: %s', (_, text, expected) => {
    expect(codes(text)).toEqual(expected)
  })

  it.each<[string, string | string[]]>([
    ['It leaks', ['missing_anchor 4']],
    ['It leaks\n  File: the parser', ['missing_anchor 4']],
    ['It leaks\n  File: `path/file.ext`, around line N', ['missing_anchor 4']],
    ['It leaks\n  File: `a.ts`', 'REQUEST_CHANGES'],
    ['A missing check lets it leak', ['missing_anchor 4']],
    ['There are no tests for the new route', 'REQUEST_CHANGES'],
    ['Workspace divergence: the work is in /tmp/other', 'REQUEST_CHANGES'],
  ])('of code names the place of a critical issue: %j', (text, expected) => {
    const answer = reply('REQUEST_CHANGES', issues(`- [CRITICAL] ${text}`), good)
    expect(codes(answer, 'code')).toEqual(expected)
    expect(codes(answer, 'plan')).toBe('REQUEST_CHANGES')
  })
})
