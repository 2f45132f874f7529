import type { OutsideReviewer } from '../reviewer.ts'

/** Two layouts: prose with a count of comments, and since autumn 2026 an overview with folded findings. */
export const copilot: OutsideReviewer = {
  id: 'copilot',
  name: 'GitHub Copilot',
  logins: ['copilot', 'copilot-pull-request-reviewer'],
  surfaces: ['review', 'inline'],
  checks: { names: ['copilot-pull-request-reviewer'], apps: [], conclusions: {} },
  signs: {
    refused: {
      prose: [
        /\bcopilot (?:wasn't|was not|isn't|is not) able to review\b/i,
        /\bcopilot (?:code review )?(?:was |is )?unable to review\b(?=[\s\S]{0,200}(?:quota|limit|too (?:large|many)|exceed|\d{3} files|\d,?000 lines|not (?:enabled|allowed|supported)|disabled))/i,
        /\b(?:reached|exceeded|hit) (?:their|your|its|the) (?:[\w-]+ )*(?:quota|limit)/i,
        /\bexceeds the maximum number of (?:files|lines)/i,
        /\bcopilot (?:code review )?(?:was |is )?unable to review\b(?=[\s\S]{0,200}\b(?:ineligible|not eligible|licen[cs]e|plan|seat|subscription|access)\b)/i,
      ],
    },
    failed: {
      prose: [/\bcopilot encountered an error\b/i, /\bcopilot (?:code review )?(?:was |is )?unable to review\b/i],
    },
    findings: {
      markup: [/\b(?:Open|Previously missed|New|Remaining) \([1-9]\d*\)/, /\b[1-9]\d* open findings?\b/i],
      prose: [/^#+\s.{0,80}\bchanges (?:recommended|requested)\b/im],
    },
    clean: {
      prose: [
        /\bgenerated no (?:new )?comments\b/i,
        /^#+\s.{0,80}\b(?:approval recommended|approved|looks good)\b[\s\S]{0,4000}\b(?:findings:\s*(?:none|0)|(?:no|0) open findings)\b/im,
      ],
    },
    // No findings and no recommendation: a person should look.
    summary: {
      prose: [/^#+ pull request overview/im, /^#+ copilot review overview[\s\S]{0,4000}\bfindings:\s*(?:none|0)\b/im],
    },
    // The newer layout always says how many findings there are: without that it is not understood.
    notice: { prose: [/^#+ copilot review overview/im] },
  },
  summaryIsReady: true,
  boundBy: ['review'],
  trigger: null,
  requestedAs: 'copilot-pull-request-reviewer',
  deadlineMinutes: 5,
  namesWindow: false,
}
