import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePlanningReply } from './planning-reply.ts'

const headings = [
  'Problem Analysis',
  'Proposed Approach',
  'Implementation Steps',
  'Files to Modify / Create',
  'Risks & Assumptions',
  'Open Questions',
] as const

type Parts = Partial<Record<(typeof headings)[number] | 'head', string>>

const usual = {
  'Problem Analysis': 'Anybody may try all passwords.',
  'Proposed Approach': 'Count the tries.',
  'Implementation Steps': '1. Count\n2. Refuse\n   with 429',
  'Files to Modify / Create': '- `src/login.ts` - the route\n- `src/limit.ts` - new',
  'Risks & Assumptions': '- One process.',
  'Open Questions': '- None.',
}

const write = (parts: Parts = {}): string =>
  [
    parts.head ?? '## Solution Plan: Limits',
    ...headings.map((name) => `### ${name}\n${parts[name] ?? usual[name]}`),
  ].join('\n\n')

const codes = (text: string) => {
  const read = parsePlanningReply(text)
  return 'problems' in read ? read.problems.map(({ code, line }) => `${code} ${line}`) : 'read'
}

describe('a planning reply', () => {
  it('is read in full, and kept as it was written', () => {
    expect(parsePlanningReply(`Here it is.\n\n${write()}\n\n`)).toEqual({
      value: {
        title: 'Limits',
        analysis: 'Anybody may try all passwords.',
        approach: 'Count the tries.',
        steps: ['Count', 'Refuse\nwith 429'],
        files: [
          { path: 'src/login.ts', note: 'the route', line: 17 },
          { path: 'src/limit.ts', note: 'new', line: 18 },
        ],
        risks: '- One process.',
        questions: [],
        text: `${write()}\n`,
      },
    })
  })

  it.each<[string, unknown[]]>([
    ['- None.', []],
    ['- None', []],
    ['None.', []],
    ['No open questions.', []],
    ['- Per user or per address?\n- Which limit?', ['Per user or per address?', 'Which limit?']],
    ['- Which limit?\n  Ten or\n  twenty?', ['Which limit?\nTen or\ntwenty?']],
    ['1. None of the three limits fits; which one?', ['None of the three limits fits; which one?']],
  ])('asks what is open: %j', (questions, expected) => {
    const read = parsePlanningReply(write({ 'Open Questions': questions }))
    expect('value' in read && read.value.questions.map(({ text }) => text)).toEqual(expected)
  })

  it.each<[string, string, string[] | 'read']>([
    ['a fenced block around it', `\`\`\`\n${write()}\n\`\`\``, 'read'],
    ['code in it', write({ 'Proposed Approach': 'So:\n```md\n### Open Questions\n```' }), 'read'],
    ['steps in groups', write({ 'Implementation Steps': '#### First\n1. Count\n\n#### Then\n1. Refuse' }), 'read'],
    ['no files', write({ 'Files to Modify / Create': '- None.' }), 'read'],
    ['no title', write({ head: '' }), ['missing_title 1']],
    ['a title of another level', write({ head: '# Solution Plan: Limits' }), ['missing_title 1']],
    ['the end cut off', write().split('### Open')[0] ?? '', ['missing_section 18']],
    [
      'a name of its own',
      write().replace('Risks & Assumptions', 'Risks'),
      ['missing_section 21', 'unknown_section 18'],
    ],
    ['an empty section', write({ 'Risks & Assumptions': '' }), ['empty_section 18']],
    ['a section as in the schema', write({ 'Open Questions': '- ...' }), ['empty_section 21']],
    ['steps without numbers', write({ 'Implementation Steps': '- Count\n- Refuse' }), ['unnumbered_steps 9']],
    ['steps as in the schema', write({ 'Implementation Steps': '1. ...\n2. ...' }), ['unnumbered_steps 9']],
    ['a file without reason', write({ 'Files to Modify / Create': '- `a.ts`' }), ['missing_reason 15']],
    ['a file outside', write({ 'Files to Modify / Create': '- `/etc/a` - all' }), ['invalid_path 15']],
    ['questions and none', write({ 'Open Questions': '- None.\n- Which?' }), ['none_with_questions 22']],
    ['questions in prose', write({ 'Open Questions': 'Which limit?' }), ['questions_unreadable 22']],
    ['an open fence', write({ 'Open Questions': '- Which?\n```' }), ['unclosed_fence 23']],
  ])('is judged with its lines: %s', (_, text, expected) => {
    const read = codes(text)
    expect(Array.isArray(read) ? read.sort() : read).toEqual(expected)
  })
})

describe('any planning reply', () => {
  const sentence = fc.stringMatching(/^[A-Z][a-z]{1,8}( [a-z]{1,8}){1,6}$/)
  const path = fc.stringMatching(/^[a-z]{1,6}(\/[a-z]{1,6}){0,2}\.ts$/)
  const value = fc.record({
    analysis: sentence,
    approach: sentence,
    steps: fc.array(sentence, { minLength: 1, maxLength: 12 }),
    files: fc.array(fc.record({ path, note: sentence }), { minLength: 1, maxLength: 4 }),
    risks: sentence,
    questions: fc.array(fc.record({ text: sentence, kind: fc.constantFrom('outside', 'decision') }), { maxLength: 3 }),
  })

  it('comes back as it was written', () => {
    fc.assert(
      fc.property(value, (written) => {
        expect(parsePlanningReply(render(written))).toMatchObject({ value: written })
      }),
    )
  })

  it('is not read with its sections in another order, or without one', () => {
    fc.assert(
      fc.property(
        value.chain((written) => {
          const parts = render(written).split('\n\n')
          return fc.tuple(fc.constant(parts), fc.shuffledSubarray(parts))
        }),
        ([parts, some]) => {
          fc.pre(parts.join() !== some.join())
          expect(codes(some.join('\n\n'))).not.toBe('read')
        },
      ),
    )
  })

  function render({
    analysis,
    approach,
    steps,
    files,
    risks,
    questions,
  }: typeof value extends fc.Arbitrary<infer T> ? T : never) {
    return write({
      'Problem Analysis': analysis,
      'Proposed Approach': approach,
      'Implementation Steps': steps.map((text, index) => `${index + 1}. ${text}`).join('\n'),
      'Files to Modify / Create': files.map(({ path: name, note }) => `- \`${name}\` - ${note}`).join('\n'),
      'Risks & Assumptions': risks,
      'Open Questions': questions.map(({ text, kind }) => `- [${kind.toUpperCase()}] ${text}`).join('\n') || '- None.',
    })
  }
})
