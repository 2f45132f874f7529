import type { IntentContext } from '../../types.ts'
import { fence } from '../agents/fence.ts'
import { intentSection, reviewPrompt } from '../agents/prompts.ts'
import { fillTemplate } from '../agents/template.ts'
import { firstFew } from '../values/first-few.ts'
import type { Assignment, PanelRole } from './plan-panel.ts'
import { renderSlices, renderWords } from './slices.ts'

export interface PromptInput {
  readonly shared: string
  /** prompts/<role>.md */
  readonly templates: Readonly<Record<PanelRole, string>>
  readonly intent: IntentContext
  /** What the change is to fulfil, as a part of a prompt. Null: nothing is known. */
  readonly story: string | null
  /** What the project says about its critics, by their name. */
  readonly guides: ReadonlyMap<string, string>
  /** All files of the change. */
  readonly paths: readonly string[]
}

/**
 * The whole prompt of one reviewer. Only those who judge what the author says are told of it, the comments of the change included: who
 * hunts bugs would be talked out of them.
 */
export function assignmentPrompt(assignment: Assignment, input: PromptInput): string {
  return reviewPrompt({
    shared: input.shared,
    patch: renderSlices(assignment.slices),
    part: fillTemplate(input.templates[assignment.role], {
      ...holesOf(assignment, input),
      files: aboutFiles(assignment, input.paths),
    }),
  })
}

function holesOf({ role, critics, slices }: Assignment, input: PromptInput): Record<string, string> {
  const intent = intentSection(input.intent)
  const story = input.story === null ? '' : `\n\n${input.story}`
  const words = wordsSection(renderWords(slices))
  const guide = critics.map((critic) => input.guides.get(critic) ?? '').filter((text) => text.trim() !== '')
  switch (role) {
    case 'reviewer':
      return { critics: criticPass(critics, guide) }
    case 'premise':
      return { intent, story, words }
    case 'auditor':
      return { words }
    case 'critic':
      return { name: critics.join(', '), guide: guide.map(guideSection).join('\n') }
    case 'bug-hunter':
      return {}
  }
}

function criticPass(critics: readonly string[], guides: readonly string[]): string {
  if (critics.length === 0) return ''
  const pass = `4. Domain: look once more as an expert for this would: ${critics.join(', ')}.\n`
  return [pass, ...guides.map((guide) => `${guideSection(guide)}\n`)].join('')
}

function wordsSection(words: string): string {
  return words === ''
    ? ''
    : `\n\nWhat its comments and documents say, by file and line, where the diff has \`…\`:\n${fence('words', words)}`
}

function guideSection(guide: string): string {
  return `What the project asks of this critic:\n${fence('guide', guide)}`
}

const namedOthers = 100

/** Which lines are its own, and what else is changed, where that is not plain from the diff. */
function aboutFiles({ slices }: Assignment, paths: readonly string[]): string {
  const own = new Set(slices.map(({ path }) => path))
  const others = paths.filter((path) => !own.has(path))
  const parts = slices.filter(({ range }) => range !== null)
  const ranges = parts.map(({ path, range }) => `${path} [lines ${range?.start}-${range?.end}]`)
  return [
    ...(ranges.length === 0
      ? []
      : [`\nOf these files only the given lines are yours:\n${fence('files', ranges.join('\n'))}`]),
    ...(others.length === 0
      ? []
      : [`\nAlso changed, and not for you to report on:\n${fence('files', firstFew(others, namedOthers).join('\n'))}`]),
  ].join('\n')
}
