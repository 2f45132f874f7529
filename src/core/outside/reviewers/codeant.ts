import type { OutsideReviewer } from '../reviewer.ts'

/** Says that it begins and that it has finished; what it found is inline. */
export const codeant: OutsideReviewer = {
  id: 'codeant',
  name: 'CodeAnt AI',
  logins: ['codeant-ai'],
  surfaces: ['issue_comment', 'inline', 'review'],
  signs: {
    summary: { prose: [/^#+ \W{0,6}sequence diagram\b/im] },
  },
  boundBy: ['review'],
  trigger: '@codeant-ai review',
  deadlineMinutes: 10,
  namesWindow: false,
}
