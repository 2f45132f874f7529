import type { OutsideReviewer } from '../reviewer.ts'

/** A review that counts issues and repeats them, readable by machines, in a prompt. */
export const cubic: OutsideReviewer = {
  id: 'cubic',
  name: 'cubic',
  logins: ['cubic-dev-ai'],
  surfaces: ['review', 'inline', 'issue_comment', 'check_run'],
  checks: {
    names: ['cubic · ai code reviewer', 'cubic ai code reviewer', 'cubic'],
    apps: ['cubic-dev-ai'],
    conclusions: {},
  },
  signs: {
    refused: {
      prose: [
        /\b(?:reached|exceeded|hit) (?:your|the|its) (?:[\w-]+ )*limit\b/i,
        /\btrial (?:has )?(?:ended|expired)\b/i,
        /\btoo (?:large|many (?:files|lines))\b/i,
      ],
    },
    failed: { prose: [/\bcubic (?:\w+ )?(?:encountered|failed|was unable|couldn't)\b/i] },
    in_progress: { prose: [/\bcubic is (?:currently )?reviewing\b/i] },
    clean: { prose: [/\bno issues found\b/i, /\ball reported issues (?:were|have been) addressed\b/i] },
    summary: { prose: [/^#+ summary by cubic\b/im] },
  },
  onlyBugs: true,
  boundBy: ['review', 'text'],
  trigger: '@cubic-dev-ai review this',
  deadlineMinutes: 10,
  namesWindow: false,
}
