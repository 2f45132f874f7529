import type { OutsideReviewer } from '../reviewer.ts'

/** A check run always, comments only where something was found. */
export const bugbot: OutsideReviewer = {
  id: 'bugbot',
  name: 'Cursor Bugbot',
  logins: ['cursor'],
  surfaces: ['check_run', 'review', 'inline', 'issue_comment'],
  checks: {
    names: ['cursor bugbot'],
    apps: ['cursor'],
    conclusions: { failure: 'failed', cancelled: 'failed', timed_out: 'failed', skipped: 'refused' },
  },
  signs: {
    refused: {
      prose: [
        /\bbugbot (?:couldn't|could not) run\b(?=[\s\S]*\b(?:limit|pricing|billing|plan|usage|seat|license|trial|payment|subscription|disabled|too large)\b)/i,
        /\bbugbot requires\b/i,
        /\bskipping bugbot\b/i,
        /\bbugbot is (?:currently )?(?:not (?:enabled|available)|disabled|paused)\b/i,
        /\b(?:free|bugbot) (?:trial|tier) (?:has )?(?:ended|expired)\b/i,
        /\b(?:reached|hit|exceeded)\b.{0,40}\b(?:usage|monthly|bugbot|spend\w*) limit/i,
      ],
    },
    failed: {
      prose: [
        /\bbugbot (?:couldn't|could not) run\b/i,
        /\bbugbot (?:failed|encountered an error|hit an error|run failed|(?:run )?(?:(?:was|has been) )?cancel+ed)\b/i,
      ],
    },
    in_progress: {
      prose: [
        /^\W{0,6}bugbot analysis progress\b(?![\s\S]*\bfinal result\b)/i,
        /^\W{0,6}bugbot is (?:now )?running\b/i,
      ],
    },
    findings: {
      prose: [
        /\b[1-9]\d* (?:total )?(?:unresolved|open|remaining) issues?\b/i,
        /\b[1-9]\d* issues?\b[^.\n]{0,60}\b(?:remains?|unresolved|still open)\b/i,
      ],
    },
    summary: { markup: [/<!--\s*CURSOR_SUMMARY\s*-->/i] },
    clean: { prose: [/\bfound no (?:bugs|issues|problems)\b/i, /\bno (?:bugs|issues) found\b/i] },
  },
  nativeIds: [/BUGBOT_BUG_ID:\s*([\w-]+)/],
  onlyBugs: true,
  boundBy: ['check', 'text'],
  trigger: 'bugbot run',
  deadlineMinutes: 8,
  namesWindow: false,
}
