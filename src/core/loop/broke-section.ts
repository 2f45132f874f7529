import { fence } from '../agents/fence.ts'
import { fillTemplate } from '../agents/template.ts'
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
