import type * as v from 'valibot'
import { type Parsed, readDocument, renderDocument } from './document.ts'
import { agentName, oneLine, prose, relativePath } from './field-types.ts'
import { fields, list, optional, required, textOr } from './fields.ts'

const lines = list(prose(2000), { least: 1, most: 200 })

/** One sentence each, or with its parts. */
function several<const Entries extends v.ObjectEntries>(entries: Entries) {
  return list(textOr(prose(2000), fields(entries)), { least: 1, most: 1000 })
}

export const handoffContext = fields({
  files_touched: required(
    several({ path: required(relativePath, 'The file'), rationale: required(prose(2000), 'Why it was changed') }),
    'Files that were changed',
  ),
  decisions_made: required(
    several({
      decision: required(prose(2000), 'What was decided'),
      alternatives_considered: optional(list(prose(2000), { most: 50 }), 'What else was possible'),
    }),
    'What was decided',
  ),
  blockers_hit: required(
    several({
      blocker: required(prose(2000), 'What was in the way'),
      workarounds_attempted: optional(list(prose(2000), { most: 50 }), 'What was tried'),
    }),
    'What was in the way',
  ),
  suggested_next_steps: required(lines, 'What to do next'),
})

/** The body of a `handoff` message, and a handoff packet. */
export const handoffSchema = fields(
  {
    source_agent: required(agentName, 'Who hands over'),
    target_agent: required(agentName, 'Who takes over'),
    intent: required(prose(2000), 'What for'),
    artifacts_to_review: required(list(oneLine(1000), { least: 1, most: 200 }), 'Files or pull requests to look at'),
    definition_of_done: required(lines, 'When it is done'),
    context_bundle: required(handoffContext, 'What is known'),
  },
  [
    ['target_agent', 'source_agent'],
    ({ target_agent: target, source_agent: source }) => (source === target ? 'must differ from "source_agent"' : null),
  ],
)

export type Handoff = v.InferOutput<typeof handoffSchema>

export function parseHandoff(text: string): Parsed<Handoff> {
  return readDocument(text, handoffSchema, { characters: 200_000, depth: 8 })
}

export function renderHandoff(handoff: Handoff): string {
  return renderDocument(handoffSchema, handoff)
}
