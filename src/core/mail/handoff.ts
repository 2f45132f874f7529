import { type Parsed, readDocument } from './document.ts'
import { type Check, type FieldTable, group, optional, required, type Values } from './fields.ts'
import { renderYaml } from './render-yaml.ts'
import { agentName, list, oneLine, prose, relativePath, textOr } from './rules.ts'

const lines = list(prose(2000), { least: 1, most: 200 })

/** One sentence each, or with its parts. */
function several<Table extends FieldTable>(table: Table) {
  return list(textOr(prose(2000), group(table)), { least: 1, most: 1000 })
}

export const contextFields = {
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
}

/** The body of a `handoff` message, and a handoff packet. */
export const handoffFields = {
  source_agent: required(agentName, 'Who hands over'),
  target_agent: required(agentName, 'Who takes over'),
  intent: required(prose(2000), 'What for'),
  artifacts_to_review: required(list(oneLine(1000), { least: 1, most: 200 }), 'Files or pull requests to look at'),
  definition_of_done: required(lines, 'When it is done'),
  context_bundle: required(group(contextFields), 'What is known'),
}

export type Handoff = Values<typeof handoffFields>

export const sameAgentTwice: Check<typeof handoffFields> = (
  { source_agent: source, target_agent: target },
  complain,
) => {
  if (source !== undefined && source === target) {
    complain('target_agent', '"target_agent" must differ from "source_agent"')
  }
}

const rule = group(handoffFields, sameAgentTwice)

export function parseHandoff(text: string): Parsed<Handoff> {
  return readDocument(text, rule, { characters: 200_000, depth: 8 })
}

export function renderHandoff(handoff: Handoff): string {
  return renderYaml(handoffFields, handoff)
}
