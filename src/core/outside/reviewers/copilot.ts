import type { OutsideReviewer } from '../reviewer.ts'

/** Two layouts: prose with a count of comments, and since autumn 2026 an overview with folded findings. */
export const copilot: OutsideReviewer = {
  id: 'copilot',
  name: 'GitHub Copilot',
  logins: ['copilot', 'copilot-pull-request-reviewer'],
  surfaces: ['review', 'inline'],
  checks: { names: ['copilot-pull-request-reviewer'], apps: [], conclusions: {} },
  signs: {
    findings: { markup: [/\b(?:Open|Previously missed|New|Remaining) \([1-9]\d*\)/, /\b[1-9]\d* open findings?\b/i] },
    // No findings and no recommendation: a person should look.
    summary: {
      markup: [
        /^#+ copilot review overview(?![\s\S]*\b(?:approval recommended|approved|looks good|changes recommended)\b)[\s\S]{0,4000}\bfindings:\W*(?:none|0)\b/im,
      ],
    },
    // The newer layout always says how many findings there are: without that it is not understood.
    notice: { prose: [/^#+ copilot review overview/im] },
  },
  ignored: /\bCopilot was unable to run its full [^.\n]*\./i,
  summaryIsReady: true,
  boundBy: ['review'],
  trigger: null,
  requestedAs: 'copilot-pull-request-reviewer',
  deadlineMinutes: 5,
  namesWindow: false,
}
