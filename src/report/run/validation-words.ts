import type { RunEvent } from '../../core/staged/machine/facts.ts'
import type { RunResult } from '../../core/staged/run-result.ts'
import { visibleLine } from '../visible.ts'

// What became of the validation commands of a run, in words.

/** 'npm test: passed, npm run lint: timed out' */
export function validationsText(validations: Extract<RunEvent, { type: 'checked' }>['validations']): string {
  return validations.map(({ command, status }) => `${command}: ${status.replace('_', ' ')}`).join(', ')
}

/** 'npm test: failed before, passed now' */
export function validationText({ command, before, after }: RunResult['validations'][number]): string {
  const parts = [...(before === null ? [] : [`${before} before`]), ...(after === null ? [] : [`${after} now`])]
  return visibleLine(`${command}: ${parts.join(', ').replaceAll('_', ' ')}`)
}

/** What failed before as well is not blamed on the run; but nobody should take what is delivered for tested. */
export function untestedPart({ outcome, validations }: RunResult): string {
  const ran = validations.filter(({ after }) => after !== null)
  const failing = ran.filter(({ after }) => after !== 'passed')
  if (outcome !== 'delivered' || failing.length === 0) return ''
  if (failing.length === ran.length) return '; no validation command passes'
  return `; ${failing.length} of ${ran.length} validation commands do not pass`
}
