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
    // A review without the words for nothing to say has something to say, inline.
    findings: { prose: [new RegExp(String.raw`^#+ (?:code )?review\b(?![\s\S]*${nothingToSay})`, 'im')] },
    clean: { prose: [new RegExp(nothingToSay, 'i')] },
  },
  reactions: { eyes: 'in_progress' },
  boundBy: ['review'],
  trigger: '/gemini review',
  deadlineMinutes: 10,
  namesWindow: true,
}
