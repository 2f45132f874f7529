import type { OutsideReviewer } from '../reviewer.ts'

/** A review with a count, and inline comments with a severity. */
export const augment: OutsideReviewer = {
  id: 'augment',
  name: 'Augment Code',
  logins: ['augmentcode', 'augment-app'],
  surfaces: ['review', 'inline', 'issue_comment'],
  signs: {
    refused: {
      prose: [
        /\b(?:out of|not enough|no remaining) credits\b/i,
        /\b(?:reached|exceeded|hit) (?:your|the|its) (?:[\w-]+ )*limit\b/i,
      ],
    },
    failed: { prose: [/\b(?:augment|review) (?:encountered an error|failed|was unable)\b/i] },
    clean: {
      prose: [/\bno suggestions at this time\b/i, /\breview completed\b.{0,20}\bno (?:suggestions|issues|comments)\b/i],
    },
    summary: { markup: [/\baugment pr summary\b|\bpr summary by augment\b/i], prose: [/\bsummary:/i] },
  },
  boundBy: ['review'],
  trigger: 'augment review',
  deadlineMinutes: 10,
  namesWindow: false,
}
