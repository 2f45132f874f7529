import { fillTemplate } from '../../agents/template.ts'
import type { RoundChange } from '../replies/execution-claims.ts'
import {
  assemble,
  filesPart,
  historyPart,
  type PromptContext,
  patchWords,
  rulesPart,
  sessionPart,
  textPart,
} from './parts.ts'
import { planPart } from './provenance.ts'

export interface GateInput extends PromptContext {
  readonly changed: readonly RoundChange[]
  readonly patch: string
}

/** The last look before the execution counts as done. */
export function gatePrompt(input: GateInput): string {
  const focus = assemble([
    rulesPart(input),
    sessionPart(input),
    planPart(input.document),
    historyPart(input),
    filesPart(
      'Changed files',
      'What differs from the last commit, untracked and deleted files included:',
      input.changed,
    ),
    textPart('The change', patchWords, 'patch', input.patch),
  ])
  return `${fillTemplate(input.prompts['staged-gate'], { focus: focus.trimEnd() })}\n`
}
