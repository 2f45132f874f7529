import { fence } from '../agents/fence.ts'
import { fillTemplate } from '../agents/template.ts'
import type { LoopState } from './state.ts'
import type { ValidationResult } from './types.ts'

/** What a fixer is told when its fix is sent back. Empty when nothing broke. */
export function brokeSection(template: string, broke: readonly ValidationResult[]): string {
  if (broke.length === 0) return ''
  const validations = broke.map(({ command, status, output }) => {
    const how = status === 'timed_out' ? 'ran out of time' : 'fails'
    return `${fence('command', command)}\n${how} and printed:\n${fence('output', output)}`
  })
  return `\n# Again\n\n${fillTemplate(template, { validations: validations.join('\n\n') })}\n`
}

/** What a fixer is told when the fix of the round before was taken back. Empty when it was not. */
export function takenBackSection(template: string, { rounds }: Pick<LoopState, 'rounds'>): string {
  const why = rounds.at(-2)?.fix?.rolledBack?.why
  if (why === undefined || rounds.at(-1)?.fix !== null) return ''
  return `\n# Again\n\n${fillTemplate(template, { why: fence('reason', why) })}\n`
}
