import type { OutsideReviewer } from '../reviewer.ts'

/** Several comments that are edited in place; PR-Agent writes the same, also under the login of workflows. */
export const qodo: OutsideReviewer = {
  id: 'qodo',
  name: 'Qodo',
  logins: [
    'qodo-code-review',
    'qodo-merge-pro',
    'qodo-merge',
    'qodo-merge-pro-for-open-source',
    'codiumai-pr-agent',
    'codiumai-pr-agent-free',
    'codiumai-pr-agent-pro',
    'qodo-free-for-open-source-projects',
  ],
  shared: {
    logins: ['github-actions'],
    mark: /^#{1,3} .{0,4}PR (?:Reviewer Guide|Code Suggestions|Compliance Guide|Description|Type)\b|^Failed to generate code suggestions|\bby Qodo\b|\bPR[- ]Agent\b/im,
  },
  surfaces: ['issue_comment', 'inline', 'review'],
  signs: {
    refused: { markup: [/<!--\s*qodo:(?:billing|quota|seat|limit)[\w-]*\s*-->/i] },
    findings: { prose: [/\b(?:rule violations?|requirement gaps?|\w+ insights?) \([1-9]\d*\)/i] },
    summary: {
      markup: [/^#+ .{0,4}PR Compliance Guide/m],
    },
    notice: { prose: [/^#+ \W*(?:question|ask|answer)\b/im] },
  },
  nativeIds: [/<!--\s*(?:qodo|pr_agent):finding[:=]([\w-]+)/i],
  boundBy: ['text'],
  trigger: '/agentic_review',
  deadlineMinutes: 10,
  namesWindow: false,
}
