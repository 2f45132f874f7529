import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitSections } from '../markdown/sections.ts'
import { stages } from '../stages.ts'
import { entryPoints } from './metadata-values.ts'
import { canonicalSections, type SessionDocument } from './session-document.ts'
import { parseSession } from './session-parse.ts'
import { reviewOnlyPlan } from './session-plan.ts'
import { renderSession } from './session-render.ts'
import { closeFence } from './session-text.ts'

const seed = 20261116

// Lines that could be taken for something else, and words.
const line = fc.oneof(
  fc.constantFrom('', '', 'words', '  indented', '- item', '- Source: user-supplied', '| a | b |', '# top', '### deep'),
  fc.constantFrom('####', '###### six', '####### seven', ' ## Indented', '   ###', '    ## code', '\\### x'),
  fc.constantFrom(...canonicalSections.map((title) => `## ${title}`)),
  fc.constantFrom(
    '## ',
    '##',
    '## Other',
    '\\## Context',
    '\\\\## Context',
    '##No heading',
    ' ## Context',
    '## Context ##',
  ),
  fc.constantFrom('## Solution Plan: x', '\\## Solution Plan: x', '## Implementation Complete: y'),
  fc.constantFrom('```', '````md', '~~~', '  ```', '`', '- completed_stages: [x]', '(none — review-only mode)'),
  fc.string({ maxLength: 12 }).map((text) => text.replace(/[\r\n]/g, ' ')),
)
const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'))

const hex = fc.constantFrom('0', '7', 'a', 'f').map((digit) => digit.repeat(40))
const head = fc.option(hex)
const dirty = fc.option(
  fc.uniqueArray(fc.tuple(fc.string({ minLength: 1 }), fc.oneof(hex, fc.constant('<deleted>'))), { selector: ([path]) => path }).map((entries) => new Map(entries)), // biome-ignore format: one idea
)
const name = fc.constantFrom('codex', 'claude-cli', 'a name')
const values = fc.record(
  {
    entry_point: fc.constantFrom(...entryPoints),
    base_head: head,
    base_dirty: dirty,
    last_verified_head: head,
    last_verified_dirty: dirty,
    session_commits: fc.uniqueArray(hex),
    completed_stages: fc.uniqueArray(fc.constantFrom(...stages)),
    delivery_blocked_by: fc.option(fc.constantFrom(...stages, 'user-abort' as const)),
    session_origin: name,
    orchestrator_backend: name,
    executor_backend: name,
    reviewer_backend: name,
    reviewer_fallback_used: fc.boolean(),
  },
  { requiredKeys: [] },
)

function documentOf(body: fc.Arbitrary<string>): fc.Arbitrary<SessionDocument> {
  const plan = fc.record({
    source: fc.constantFrom('reviewer-approved' as const, 'user-supplied' as const),
    text: body.map((below) => `plan\n${below}`.trimEnd()),
  })
  const supplement = fc.record({
    title: fc.constantFrom('Notes', 'Decisions made', ''),
    text: body,
    after: fc.constantFrom(null, ...canonicalSections.slice(0, -1)),
  })
  const draft = body.map((drawn) => ({ title: 'Draft Plan', text: drawn, after: 'Approved Plan' as const }))
  const drawn = fc.record({
    preamble: body,
    problemDescription: body,
    context: body,
    acceptanceCriteria: body,
    currentPhase: fc.constant('planning' as const),
    phaseNote: body,
    approvedPlan: fc.oneof(fc.constant(null), plan, fc.constant(reviewOnlyPlan)),
    reviewHistory: body,
    filesChanged: body,
    keyRelatedFiles: body,
    timingLog: body,
    metadata: fc.record({ values, foreign: fc.constantFrom([], ['- completed_at: now', '<!-- x -->']) }),
    supplements: fc
      .tuple(fc.array(supplement, { maxLength: 3 }), fc.array(draft, { maxLength: 1 }))
      .map(([others, drafts]) => [...others, ...drafts]),
  })
  return drawn.map((document) => ({
    ...document,
    supplements: [
      ...document.supplements.sort((one, other) => place(one.after) - place(other.after)),
      ...(document.approvedPlan === reviewOnlyPlan
        ? [{ title: 'Review Target', text: '', after: 'Timing Log' as const }]
        : []),
    ],
  }))
}

const place = (section: (typeof canonicalSections)[number] | null) =>
  section === null ? -1 : canonicalSections.indexOf(section)

function parsed(markdown: string): SessionDocument {
  const result = parseSession(markdown)
  if ('problems' in result) throw new Error(JSON.stringify(result.problems))
  return result.value
}

describe('a session file', () => {
  it('comes back from its text, whatever is written in it', () => {
    fc.assert(
      fc.property(documentOf(text.map(closedText)), (drawn) => {
        expect(parsed(renderSession(drawn))).toEqual(drawn)
      }),
      { seed, numRuns: 300 },
    )
  })

  it('has no other headings of level two than its sections, whatever a plan says', () => {
    fc.assert(
      fc.property(documentOf(text), (drawn) => {
        const titles = new Set<string>([...canonicalSections, ...drawn.supplements.map(({ title }) => title)])
        const { sections } = splitSections(renderSession(drawn), 2)
        const headings = sections.flatMap(({ level, heading }) => (level === 2 ? [heading] : []))
        expect(headings.filter((heading) => !titles.has(heading))).toEqual([])
        expect(headings).toHaveLength(canonicalSections.length + drawn.supplements.length)
      }),
      { seed, numRuns: 300 },
    )
  })

  it('cannot be broken by a text, and is the same when it is written again', () => {
    fc.assert(
      fc.property(documentOf(text), (drawn) => {
        const written = renderSession(drawn)
        expect(renderSession(parsed(written))).toBe(written)
      }),
      { seed, numRuns: 300 },
    )
  })
})

describe('a session file that was changed by hand', () => {
  it('is refused, or keeps every line', () => {
    const lines = readFileSync(
      new URL('../../../../test/sessions/ours/execution-round-3.md', import.meta.url),
      'utf8',
    ).split('\n')
    const edit = fc.tuple(fc.nat(lines.length), fc.nat(2), fc.oneof(line, fc.constantFrom(...lines)))
    const outcomes = new Set<string>()
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
        const changed = edits.reduce((all, [at, removed, added]) => all.toSpliced(at, removed, added), lines).join('\n')
        const result = parseSession(changed)
        outcomes.add(Object.keys(result).join())
        if ('value' in result) expect(filled(renderSession(result.value))).toEqual(filled(changed))
        else
          expect(
            result.problems.every((problem) => problem.line >= 1 && problem.line <= changed.split('\n').length),
          ).toBe(true)
      }),
      { seed, numRuns: 500 },
    )
    expect([...outcomes].sort()).toEqual(['problems', 'value'])
  })

  /** The order of the metadata, and the spelling and level of headings, are ours. */
  function filled(text: string): readonly string[] {
    return (
      text
        .split('\n')
        .map((written) =>
          written
            .trimEnd()
            .replace(/^(#+ .*?)[ \t]+#+$/, '$1')
            .replace(/^ {0,3}\\*##+(?=[ \t]|$)/, '##'),
        )
        // Where the plan is from is added if a planning round tells it.
        .filter((written) => written !== '' && written !== '- Source: reviewer-approved')
        .sort()
    )
  }
})

/** What writing does to a text: no blank space at its ends, no open fenced block. */
function closedText(written: string): string {
  return closeFence(written.replace(/^(?:[ \t]*\n)+/, '').trimEnd())
}
