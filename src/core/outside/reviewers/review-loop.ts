import type { OutsideReviewer } from '../reviewer.ts'

/** Our own review, posted by a workflow. Its summary repeats what the threads say; what has none stands at its end. */
export const reviewLoop: OutsideReviewer = {
  id: 'review-loop',
  name: 'review-loop',
  logins: [],
  shared: { logins: ['github-actions'], mark: /^<!-- review-loop(?::F-| post | review )/m },
  surfaces: ['review', 'inline', 'issue_comment', 'check_run'],
  checks: { names: ['review-loop'], apps: [], conclusions: {} },
  signs: {
    failed: { prose: [/\bthis review is incomplete, and so it approves nothing\b/i] },
    findings: { prose: [/\b[1-9]\d* findings? \(/i, /^\W{0,6}[1-9]\d* comments? on\b/i] },
    clean: { prose: [/^No findings\./m] },
  },
  nativeIds: [/^<!-- review-loop:(F-[0-9a-f]{8,}) -->/m],
  sideReview: /\bran in a fork, which could have changed it\b/,
  itemsBelow: /^### Without a comment on a line \(\d+\)$/m,
  boundBy: ['review', 'check', 'text'],
  trigger: null,
  deadlineMinutes: 20,
  namesWindow: false,
}
