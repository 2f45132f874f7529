import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseExecutionReply } from './execution-reply.ts'

type Parts = { readonly [name in 'head' | 'changes' | 'files' | 'deviations' | 'notes']?: string }

function write({ head, changes, files, deviations, notes }: Parts = {}): string {
  return [
    head ?? '## Implementation Complete: Limits',
    `### Changes Made\n${changes ?? 'A limiter for the route.'}`,
    `### Files Modified / Created / Deleted\n${files ?? '- `src/limit.ts` - the limiter'}`,
    `### Deviations from Plan\n${deviations ?? 'None'}`,
    `### Notes for Reviewer\n${notes ?? 'See the tests.'}`,
  ].join('\n\n')
}

const noOp: Parts = {
  changes: 'No code changes were required for this round.',
  files: 'None',
  notes: 'No-op round. The approved plan and current code already satisfy this step.',
}

const codes = (text: string) => {
  const read = parseExecutionReply(text)
  return 'problems' in read ? read.problems.map(({ code, line }) => `${code} ${line}`) : 'read'
}
const filesOf = (files: string) => {
  const read = parseExecutionReply(write({ files }))
  return 'value' in read ? read.value.files.map(({ path, note }) => [path, note]) : read.problems
}

describe('an execution reply', () => {
  it('is read in full', () => {
    const text = write({ deviations: '- The window is a minute, as the clock has no hours.' })
    expect(parseExecutionReply(text)).toEqual({
      value: {
        title: 'Limits',
        changes: 'A limiter for the route.',
        files: [{ path: 'src/limit.ts', note: 'the limiter', line: 7 }],
        deviations: '- The window is a minute, as the clock has no hours.',
        notes: 'See the tests.',
        isNoOp: false,
        text,
      },
    })
  })

  it('may report that nothing had to be done', () => {
    expect(parseExecutionReply(write(noOp))).toMatchObject({ value: { isNoOp: true, files: [], deviations: null } })
  })

  it.each<[string, unknown]>([
    [
      '- `a.ts` - one\n- `./b/c.ts` — two',
      [
        ['a.ts', 'one'],
        ['b/c.ts', 'two'],
      ],
    ],
    ['* src/a.ts: one\n  and more', [['src/a.ts', 'one\nand more']]],
    [
      '- `a.ts`, `b.ts` - both',
      [
        ['a.ts', 'both'],
        ['b.ts', 'both'],
      ],
    ],
    [
      '- `a.ts` -> `b.ts` - moved',
      [
        ['a.ts', 'moved'],
        ['b.ts', 'moved'],
      ],
    ],
    ['- **`a.ts`** (new) - one', [['a.ts', '(new) - one']]],
    ['- `my notes/[id].ts` - one', [['my notes/[id].ts', 'one']]],
    ['Below `src`:\n\n- `a.ts` - one', [['a.ts', 'one']]],
  ])('names its files: %j', (files, expected) => {
    expect(filesOf(files)).toEqual(expected)
  })

  it.each<[string, string, string[] | 'read']>([
    ['a fenced block around it', `\`\`\`markdown\n${write()}\n\`\`\``, 'read'],
    ['a sentence before it', `Done.\n\n${write()}`, 'read'],
    ['a deviation in words', write({ deviations: 'Two steps became one, since the second was empty.' }), 'read'],
    ['a no-op in other words', write({ ...noOp, changes: 'No changes needed.', notes: 'A no-op.' }), 'read'],
    ['nothing', '', ['missing_title 1', ...Array(4).fill('missing_section 1')]],
    ['no title', write({ head: '## Implementation Complete:' }), ['missing_title 1']],
    ['the title of the schema', write({ head: '## Implementation Complete: {title}' }), ['missing_title 1']],
    ['the title of a plan', write({ head: '## Solution Plan: Limits' }), ['missing_title 1']],
    ['a reply that is cut off', write().slice(0, -30), ['unknown_section 12', 'missing_section 12']],
    ['a section twice', `${write()}\n\n### Changes Made\nMore.`, ['duplicate_section 15']],
    ['a section of its own', `${write()}\n\n### Tests\nAll pass.`, ['unknown_section 15']],
    ['an empty section', write({ changes: '' }), ['empty_section 3']],
    ['a section as in the schema', write({ notes: '...' }), ['empty_section 12']],
    ['files in prose', write({ files: 'I changed several files.' }), ['files_unreadable 6']],
    ['a file without a path', write({ files: '- the limiter' }), ['files_unreadable 7']],
    ['the path of the schema', write({ files: '- `path/to/file.ext` - what changed' }), ['invalid_path 7']],
    ['an absolute path', write({ files: '- `/home/me/repo/a.ts` - one' }), ['invalid_path 7']],
    ['a path that leads out', write({ files: '- `../other/a.ts` - one' }), ['invalid_path 7']],
    ['a pattern', write({ files: '- `src/**/*.ts` - all' }), ['invalid_path 7']],
    ['a folder', write({ files: '- `src/` - all' }), ['invalid_path 7']],
    ['a file without a word', write({ files: '- `a.ts`\n- `b.ts` -' }), ['missing_reason 7', 'missing_reason 8']],
    ['files and none', write({ files: '- `a.ts` - one\n- None' }), ['none_with_files 8']],
    ['the schema left standing', write({ files: '- `a.ts` - one\nNone' }), ['none_with_files 8']],
    ['the same below a blank line', write({ files: '- `a.ts` - one\n\nNone' }), ['none_with_files 9']],
    ['no files, and no word on it', write({ files: 'None' }), ['incomplete_no_op 6']],
    ['no files, and half a word', write({ ...noOp, notes: 'See above.' }), ['incomplete_no_op 6']],
    ['no files, yet changes', write({ ...noOp, changes: 'A limiter.' }), ['incomplete_no_op 6']],
    ['no files, and no no-op', write({ ...noOp, notes: 'This is not a no-op.' }), ['incomplete_no_op 6']],
    ['files in a no-op', write({ ...noOp, files: '- `a.ts` - one' }), ['no_op_with_files 6']],
    ['a deviation without a word', write({ deviations: 'Yes.' }), ['unexplained_deviation 9']],
  ])('is judged with its lines: %s', (_, text, expected) => {
    expect(codes(text)).toEqual(expected)
  })
})

describe('any execution reply', () => {
  const sentence = fc.stringMatching(/^[A-Z][a-z]{1,8}( [a-z]{4,8}){2,6}\.$/)
  const path = fc.stringMatching(/^[a-z]{1,6}(\/[a-z]{1,6}){0,2}\.ts$/)
  const value = fc.record({
    changes: sentence,
    files: fc.uniqueArray(fc.record({ path, note: sentence }), { minLength: 1, maxLength: 4 }),
    deviations: fc.option(sentence),
    notes: sentence,
  })
  const render = ({ changes, files, deviations, notes }: typeof value extends fc.Arbitrary<infer T> ? T : never) => {
    const list = files.map(({ path: name, note }) => `- \`${name}\` - ${note}`).join('\n')
    return write({ changes, files: list, deviations: deviations ?? 'None', notes })
  }

  it('comes back as it was written', () => {
    fc.assert(
      fc.property(value, (written) => {
        const read = parseExecutionReply(render(written))
        expect(read).toMatchObject({ value: { ...written, isNoOp: false } })
      }),
    )
  })

  it('is not read once it is cut off before its last section, or its sections are in another order', () => {
    fc.assert(
      fc.property(value, fc.nat(), (written, at) => {
        const text = render(written)
        const end = text.indexOf('### Notes for Reviewer') + '### Notes for Reviewer\n'.length
        expect(codes(text.slice(0, at % (end + 1)))).not.toBe('read')
        const [head = '', first = '', second = '', ...others] = text.split('\n\n')
        expect(codes([head, second, first, ...others].join('\n\n'))).not.toBe('read')
      }),
    )
  })
})
