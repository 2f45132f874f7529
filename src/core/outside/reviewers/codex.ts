import type { OutsideReviewer } from '../reviewer.ts'

/** Findings as a review, nothing found as a comment or a thumb; since autumn 2026 one comment with a table that is edited. */
export const codex: OutsideReviewer = {
  id: 'codex',
  name: 'Codex',
  logins: ['chatgpt-codex-connector'],
  surfaces: ['review', 'inline', 'issue_comment', 'reaction'],
  signs: {
    refused: {
      markup: [/\bCode Review\b\**\s*\|[^|\n]*\b(?:Skipped|Paused|limit|quota)\b/i],
      prose: [/\bto use codex here\b/i],
    },
    failed: { markup: [/\bCode Review\b\**\s*\|[^|\n]*(?:Failed|Error|Cancel+ed|Timed out)/i] },
    in_progress: { markup: [/\bCode Review\b\**\s*\|[^|\n]*(?:Running|Queued|Pending|In progress)/i] },
    findings: {
      markup: [/\bCode Review\b\**\s*\|[^|\n]*\b[1-9]\d* (?:findings?|issues?|suggestions?|comments?)\b/i],
      prose: [/\bautomated review suggestions\b/i],
    },
    clean: { markup: [/\bCode Review\b\**\s*\|[^|\n]*\bCompleted\b/i] },
  },
  reactions: { eyes: 'in_progress', '+1': 'clean' },
  sideReview: /^#+ .{0,6}codex security review\b/im,
  onlyBugs: true,
  boundBy: ['review', 'text'],
  trigger: '@codex review',
  deadlineMinutes: 15,
  namesWindow: false,
}
