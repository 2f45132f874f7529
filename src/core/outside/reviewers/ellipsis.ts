import type { OutsideReviewer } from '../reviewer.ts'

/** One review with the verdict in its first line; drafts that it decided not to post are no findings. */
export const ellipsis: OutsideReviewer = {
  id: 'ellipsis',
  name: 'Ellipsis',
  logins: ['ellipsis-dev'],
  surfaces: ['review', 'inline', 'issue_comment'],
  signs: {
    refused: {
      prose: [
        /\b(?:trial|subscription) (?:has )?(?:ended|expired)\b/i,
        /\btoo (?:large|big|many (?:files|changes))\b/i,
        /\bskipped (?:pr )?review\b/i,
        /\bnot registered\b|\bassign (?:a|them a) seat\b/i,
        /\b(?:seat|billing|plan)\b.{0,60}\b(?:required|limit|upgrade)\b/i,
      ],
    },
    failed: { prose: [/\bellipsis (?:encountered|failed|was unable|couldn't)\b/i] },
    findings: { prose: [/\bchanges requested\b/i] },
    clean: { prose: [/\blooks good to me\b/i] },
    summary: { prose: [/\bthis description was created by\b/i] },
    notice: { markup: [/<!-- ELLIPSIS_HIDDEN -->/i] },
  },
  boundBy: ['review', 'text'],
  trigger: '@ellipsis-dev review this',
  deadlineMinutes: 10,
  namesWindow: false,
}
