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
    in_progress: { prose: [/^\W{0,6}bugbot analysis progress\b(?![\s\S]*\bfinal result\b)/i] },
    summary: { markup: [/<!--\s*CURSOR_SUMMARY\s*-->/i] },
  },
  nativeIds: [/BUGBOT_BUG_ID:\s*([\w-]+)/],
  onlyBugs: true,
  boundBy: ['check', 'text'],
  trigger: 'bugbot run',
  deadlineMinutes: 8,
  namesWindow: false,
}
