import type { Fact } from '../machine/facts.ts'
import { type PassName, passes } from '../stage-table.ts'
import { passNames } from '../stages.ts'

// The files in prompts/ that a staged run needs, and which of them tells an agent its part in a pass.

const sharedPromptNames = [
  'staged-writer',
  'staged-reviewer',
  'staged-replay-review',
  'staged-again-review',
  'staged-gate',
  'staged-decision',
  'staged-correction',
  'staged-schema-planning',
  'staged-schema-execution',
  'staged-schema-reviewer',
  'staged-schema-decision',
] as const

type PassPromptName = NonNullable<(typeof passes)[PassName]['writePrompt' | 'reviewPrompt']>

type StagedPromptName = (typeof sharedPromptNames)[number] | PassPromptName

export const stagedPromptNames: readonly StagedPromptName[] = [
  ...sharedPromptNames,
  ...new Set(passNames.flatMap((pass) => [passes[pass].writePrompt ?? [], passes[pass].reviewPrompt ?? []].flat())),
]

export type StagedPrompts = Readonly<Record<StagedPromptName, string>>

export function writerTemplate(prompts: StagedPrompts, pass: PassName): string {
  const name = passes[pass].writePrompt
  if (name === null) throw new Error(`nobody writes in the pass ${pass}`)
  return prompts[name]
}

export function reviewerTemplate(prompts: StagedPrompts, pass: PassName, kind: Fact<'reviewed'>['kind']): string {
  const name = kind === 'replay' ? 'staged-replay-review' : passes[pass].reviewPrompt
  if (name === null) throw new Error(`no reviewer looks at the pass ${pass}`)
  return prompts[name]
}
