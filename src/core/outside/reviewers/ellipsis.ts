import type { OutsideReviewer } from '../reviewer.ts'

/** One review with the verdict in its first line; drafts that it decided not to post are no findings. */
export const ellipsis: OutsideReviewer = {
  id: 'ellipsis',
  name: 'Ellipsis',
  logins: ['ellipsis-dev'],
  surfaces: ['review', 'inline', 'issue_comment'],
  signs: {
    notice: { markup: [/<!-- ELLIPSIS_HIDDEN -->/i] },
  },
  boundBy: ['review', 'text'],
  trigger: '@ellipsis-dev review this',
  deadlineMinutes: 10,
  namesWindow: false,
}
