import type { OutsideReviewer } from '../reviewer.ts'
import { approvals, problemHeadline } from '../shared-signs.ts'

/** The action: one comment with a list of boxes. The code-review plugin: "Found N issues". Managed reviews: a check run. */
export const claude: OutsideReviewer = {
  id: 'claude',
  name: 'Claude',
  logins: ['claude'],
  shared: {
    logins: ['github-actions'],
    mark: /^\*\*Claude (?:finished|encountered|working|Code)\b|^Claude Code is working|^#+ Code review\s*\n+\s*(?:Found \d+ issues?|No issues found)|Generated with \[Claude Code\]/im,
  },
  surfaces: ['issue_comment', 'inline', 'review', 'check_run'],
  checks: {
    names: ['claude code review'],
    apps: ['claude'],
    conclusions: { failure: 'failed', timed_out: 'failed', cancelled: 'failed' },
  },
  signs: {
    refused: {
      prose: [
        /\b(?:spend(?:ing)?|usage|rate) (?:cap|limit)\b.{0,60}\b(?:reached|exceeded|hit)\b/i,
        /\b(?:reached|exceeded|hit)\b.{0,60}\b(?:spend(?:ing)?|usage|rate) (?:cap|limit)\b/i,
        /\bcredit balance is too low\b/i,
      ],
    },
    failed: {
      prose: [
        /\bclaude encountered an error\b/i,
        /\bclaude (?:failed|was unable|couldn't)\b/i,
        /\bI (?:couldn't|could not|cannot|can't|was unable to|wasn't able to) (?:review|access|read|complete)\b/i,
      ],
    },
    in_progress: {
      prose: [
        /\bclaude(?: code)? is working\b/i,
        /\bclaude working\b/i,
        /^\W{0,6}I'll (?:analy[sz]e|review|look at) this\b[^.\n]{0,60}\bget back to you\b/i,
      ],
    },
    findings: { prose: [problemHeadline], markup: [/bughunter-severity:\s*\{[^{}]{0,200}"normal":\s*[1-9]/i] },
    clean: {
      markup: [/bughunter-severity:\s*\{[^{}]{0,200}"normal":\s*0\b/i],
      prose: [
        /^\W{0,20}no issues found\b/im,
        /\bno (?:blocking |significant |major )?issues (?:were )?(?:found|identified|detected)\b/i,
        ...approvals,
      ],
    },
    summary: { prose: [/\bclaude finished\b[\s\S]*\breview/i] },
    notice: { prose: [/\bclaude finished\b/i] },
  },
  checklist: /\bclaude(?: code)? (?:finished|is working|working)\b/i,
  freeText: true,
  summaryIsReady: true,
  boundBy: ['text', 'check'],
  trigger: '@claude review',
  deadlineMinutes: 30,
  namesWindow: false,
}
