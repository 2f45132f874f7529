import type { OutsideReviewer } from '../reviewer.ts'

/** Says that it begins and that it has finished; what it found is inline. */
export const codeant: OutsideReviewer = {
  id: 'codeant',
  name: 'CodeAnt AI',
  logins: ['codeant-ai'],
  surfaces: ['issue_comment', 'inline', 'review'],
  signs: {
    summary: { prose: [/\bcodeant[- ]ai description\b/i, /^#+ \W{0,6}sequence diagram\b/im] },
    notice: { prose: [/\bfinished (?:reviewing|running)\b/i] },
  },
  boundBy: ['review'],
  trigger: '@codeant-ai review',
  deadlineMinutes: 10,
  namesWindow: false,
}
