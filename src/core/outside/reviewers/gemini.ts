import type { OutsideReviewer } from '../reviewer.ts'

const nothing = 'no (?:(?:further|additional|specific) )?(?:feedback|review comments|comments|suggestions|issues)'
const but = String.raw`(?![^.\n]{0,80}(?:\.\s+|[,;]? )(?:however|but|although|except)\b)`
const grade = String.raw`(?: of [^.\n]{0,60}\bseverity)?`
const nothingToSay = String.raw`\b(?:(?:have|found|I've) ${nothing}|there are no (?:\w+ )?review comments|${nothing}${grade} (?:to \w+|(?:were )?(?:found|identified)))\b${but}`

/** First a summary that says it has begun, then a review. The consumer version ended in July 2026. */
export const gemini: OutsideReviewer = {
  id: 'gemini',
  name: 'Gemini Code Assist',
  logins: ['gemini-code-assist'],
  surfaces: ['review', 'inline', 'issue_comment', 'reaction'],
  signs: {
    refused: {
      prose: [
        /\b(?:reached|exceeded|hit) your .{0,30}\bquota\b/i,
        /\bunable to (?:generate|create|provide) a (?:review|summary)\b(?=[\s\S]{0,120}\b(?:file types?|not (?:currently )?supported|too large|size)\b)/i,
        /\bgemini code assist\b[\s\S]{0,240}\b(?:sunset\w*|no longer (?:available|supported)|discontinued|deprecated|shut down|shutting down)\b/i,
        /\b(?:sunset\w*|discontinu\w*|shut(?:ting)? down)\b[\s\S]{0,120}\bgemini code assist\b/i,
      ],
    },
    failed: {
      prose: [
        /\bgemini encountered an error\b/i,
        /\bencountered an (?:unexpected )?(?:error|problem) (?:creating|generating|while|during)\b/i,
        /\b(?:was |is )?unable to (?:create|generate|complete|provide) (?:the|a|this) (?:review|summary)\b/i,
      ],
    },
    in_progress: {
      prose: [/\bi'm currently reviewing\b/i, /\bwill (?:post|share) my (?:feedback|review) (?:shortly|soon)\b/i],
    },
    // A review without the words for nothing to say has something to say, inline.
    findings: { prose: [new RegExp(String.raw`^#+ (?:code )?review\b(?![\s\S]*${nothingToSay})`, 'im')] },
    clean: { prose: [new RegExp(nothingToSay, 'i')] },
    summary: { prose: [/^#+ summary of changes/im] },
  },
  reactions: { eyes: 'in_progress' },
  freeText: true,
  boundBy: ['review'],
  trigger: '/gemini review',
  deadlineMinutes: 10,
  namesWindow: true,
}
