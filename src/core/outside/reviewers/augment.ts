import type { OutsideReviewer } from '../reviewer.ts'

/** A review with a count, and inline comments with a severity. */
export const augment: OutsideReviewer = {
  id: 'augment',
  name: 'Augment Code',
  logins: ['augmentcode', 'augment-app'],
  surfaces: ['review', 'inline', 'issue_comment'],
  signs: {
    summary: { markup: [/\baugment pr summary\b|\bpr summary by augment\b/i] },
  },
  boundBy: ['review'],
  trigger: 'augment review',
  deadlineMinutes: 10,
  namesWindow: false,
}
