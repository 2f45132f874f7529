import type { Fact } from '../machine/facts.ts'
import type { PassName } from '../machine/passes.ts'

// The files in prompts/ that a staged run needs, and which of them tells an agent its part in a pass.

export const stagedPromptNames = [
  'staged-writer',
  'staged-plan-write',
  'staged-exec-write',
  'staged-polish-write',
  'staged-simplify-write',
  'staged-tests-write',
  'staged-docs-write',
  'staged-reviewer',
  'staged-plan-review',
  'staged-exec-review',
  'staged-quality-review',
  'staged-tests-review',
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

type StagedPromptName = (typeof stagedPromptNames)[number]

export type StagedPrompts = Readonly<Record<StagedPromptName, string>>

export function writerTemplate(prompts: StagedPrompts, pass: PassName): string {
  const name = writers[pass]
  if (name === undefined) throw new Error(`nobody writes in the pass ${pass}`)
  return prompts[name]
}

const writers: Readonly<Partial<Record<PassName, StagedPromptName>>> = {
  plan: 'staged-plan-write',
  exec: 'staged-exec-write',
  language: 'staged-polish-write',
  quality: 'staged-polish-write',
  simplify: 'staged-simplify-write',
  tests: 'staged-tests-write',
  docs: 'staged-docs-write',
}

export function reviewerTemplate(prompts: StagedPrompts, pass: PassName, kind: Fact<'reviewed'>['kind']): string {
  const name = kind === 'replay' ? 'staged-replay-review' : reviewers[pass]
  if (name === undefined) throw new Error(`no reviewer looks at the pass ${pass}`)
  return prompts[name]
}

const reviewers: Readonly<Partial<Record<PassName, StagedPromptName>>> = {
  plan: 'staged-plan-review',
  exec: 'staged-exec-review',
  quality: 'staged-quality-review',
  tests: 'staged-tests-review',
}
