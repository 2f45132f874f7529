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
    refused: {
      prose: [
        /\bbilling issue\b/i,
        /\b(?:trial|subscription) (?:has )?(?:ended|expired)\b/i,
        /\b(?:usage|spend\w*|credit) limit\b/i,
        /\breviews? (?:are |is )?(?:paused|disabled)\b/i,
      ],
    },
    failed: {
      prose: [
        /^\W{0,20}(?:internal )?error\b/i,
        /\b(?:encountered|ran into|hit) an (?:unexpected |internal )?error\b/i,
        /\bfailed to (?:review|complete|run)\b/i,
      ],
    },
    findings: {
      prose: [
        /\b[1-9]\d* (?:potential )?issues? (?:identified|found)\b/i,
        /\bissues? (?:were )?identified\b(?<!no issues identified)/i,
      ],
    },
    clean: { prose: [/\bno issues (?:were )?(?:identified|found)\b/i, /\bno code objects were reviewed\b/i] },
    summary: {
      markup: [/<!--\s*Macroscope's pull request summary\b/i],
      prose: [/^#+ (?:approvability|.*summary)/im, /\bverdict:/i],
    },
  },
  onlyBugs: true,
  boundBy: ['check', 'text'],
  trigger: '@macroscope-app review',
  deadlineMinutes: 10,
  namesWindow: false,
}
