import type { Finding } from '../../types.ts'
import type { ValidationResult } from '../loop/types.ts'
import { hashText } from '../values/hash.ts'

// What a reviewer has to say besides its findings in the code, in the form of a finding: so that whoever is to mend the change
// hears of it, and so that no packet is empty that does not pass.

const validationMark = 'V-'
/** Under this id a review says that it was cut short. */
export const incompleteId = 'R-incomplete'

/** Whether a finding is one of these: they are made anew in every round, so that silence closes them. */
export function isMadeAnew(id: string): boolean {
  return id === incompleteId || id.startsWith(validationMark)
}

/** One for each validation command that did not pass. What it printed stays on this machine. */
export function validationFindings(validations: readonly ValidationResult[]): readonly Finding[] {
  return validations
    .filter(({ status }) => status !== 'passed')
    .map(({ command, status, exitCode, tampered }) =>
      ownFinding(`${validationMark}${hashText(command).slice(0, 8)}`, {
        category: 'tests',
        title: `The validation command fails: ${command.split('\n')[0]}`,
        problem:
          tampered !== undefined
            ? 'It changed settings or records of review-loop or git on the machine of the reviewer. That was undone.'
            : status === 'timed_out'
              ? 'It did not end in time.'
              : `It ended with ${exitCode === null ? 'a signal' : `exit code ${exitCode}`} on the reviewed commit.`,
        impact: 'Without it the quality gate does not pass.',
        fix: 'Run it on the branch, and mend what it shows.',
      }),
    )
}

/** For a review that was cut short. */
export function incompleteFinding(reasons: readonly string[]): Finding {
  return ownFinding(incompleteId, {
    category: 'review',
    title: 'The review is not complete',
    problem: reasons.join('\n') || 'The budget of the reviewer was used up.',
    impact: 'Nobody has looked at all of the change.',
    fix: 'Ask again with a larger budget (max_turns_reviewer, max_runtime_s_reviewer) or a smaller change, or let a person look.',
  })
}

function ownFinding(id: string, words: Pick<Finding, 'category' | 'title' | 'problem' | 'impact' | 'fix'>): Finding {
  return {
    ...words,
    id,
    fingerprint: `${hashText(id)}:1`,
    severity: 'P1',
    blocking: true,
    rule: id,
    file: null,
    line: null,
    endLine: null,
    suggestion: null,
    evidence: null,
    confidence: 1,
    reviewers: ['validation'],
    agreement: 1,
    reportedLine: null,
    verification: null,
  }
}
