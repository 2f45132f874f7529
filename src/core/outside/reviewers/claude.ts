import type { OutsideReviewer } from '../reviewer.ts'
import { approvals } from './workflows.ts'

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
    in_progress: { prose: [/^\W{0,6}I'll (?:analy[sz]e|review|look at) this\b[^.\n]{0,60}\bget back to you\b/i] },
    findings: { markup: [/bughunter-severity:\s*\{[^{}]{0,200}"normal":\s*[1-9]/i] },
    clean: {
      markup: [/bughunter-severity:\s*\{[^{}]{0,200}"normal":\s*0\b/i],
      prose: approvals,
    },
    summary: { prose: [/\bclaude finished\b[\s\S]*\breview/i] },
    notice: { prose: [/\bclaude finished\b/i] },
  },
  summaryIsReady: true,
  boundBy: ['text', 'check'],
  trigger: '@claude review',
  deadlineMinutes: 30,
  namesWindow: false,
}
