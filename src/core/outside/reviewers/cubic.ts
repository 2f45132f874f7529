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
    clean: { prose: [/\ball reported issues (?:were|have been) addressed\b/i] },
  },
  onlyBugs: true,
  boundBy: ['review', 'text'],
  trigger: '@cubic-dev-ai review this',
  deadlineMinutes: 10,
  namesWindow: false,
}
