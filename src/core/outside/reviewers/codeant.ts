import type { OutsideReviewer } from '../reviewer.ts'

/** Says that it begins and that it has finished; what it found is inline. */
export const codeant: OutsideReviewer = {
  id: 'codeant',
  name: 'CodeAnt AI',
  logins: ['codeant-ai'],
  surfaces: ['issue_comment', 'inline', 'review'],
  signs: {
    refused: {
      prose: [
        /\b(?:seat|license|subscription|trial|plan)s?\b.{0,80}\b(?:ended|expired|required|needed|assigned?|upgrade|limit|not)\b/i,
        /\b(?:not|no|need|assign)\b.{0,60}\b(?:seat|license|subscription)\b/i,
      ],
    },
    failed: { prose: [/\bcodeant(?: ai)? (?:encountered|failed|was unable|couldn't)\b/i] },
    in_progress: {
      prose: [
        /\bcodeant(?: ai)? is (?:currently )?(?:reviewing|running|analy[sz]ing)\b/i,
        /\|\W{0,6}(?:reviewing|running|analy[sz]ing|queued)\b[^|\n]{0,60}\|/i,
      ],
    },
    summary: { prose: [/\bcodeant[- ]ai description\b/i, /^#+ \W{0,6}sequence diagram\b/im] },
    notice: { prose: [/\bfinished (?:reviewing|running)\b/i] },
  },
  boundBy: ['review'],
  trigger: '@codeant-ai review',
  deadlineMinutes: 10,
  namesWindow: false,
}
