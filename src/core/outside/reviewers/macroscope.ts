import type { OutsideReviewer } from '../reviewer.ts'

/** Inline comments and a check run; what it says about approval is not its review. */
export const macroscope: OutsideReviewer = {
  id: 'macroscope',
  name: 'Macroscope',
  logins: ['macroscopeapp', 'macroscope-app'],
  surfaces: ['inline', 'check_run', 'issue_comment'],
  checks: {
    names: ['macroscope - correctness check'],
    apps: ['macroscopeapp'],
    conclusions: { failure: 'failed', timed_out: 'failed', cancelled: 'failed' },
  },
  signs: {
    clean: { prose: [/\bno code objects were reviewed\b/i] },
    summary: {
      markup: [/<!--\s*Macroscope's pull request summary\b/i],
      prose: [/^#+ (?:approvability|.*summary)/im],
    },
  },
  onlyBugs: true,
  boundBy: ['check', 'text'],
  trigger: '@macroscope-app review',
  deadlineMinutes: 10,
  namesWindow: false,
}
