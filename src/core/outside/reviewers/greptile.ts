import type { OutsideReviewer } from '../reviewer.ts'

/** A summary with a score from 1 to 5, as a comment or inside the description of the pull request. */
export const greptile: OutsideReviewer = {
  id: 'greptile',
  name: 'Greptile',
  logins: ['greptile-apps', 'greptileai'],
  description: { start: /<!--\s*greptile_comment\s*-->/i, end: /<!--\s*\/greptile_comment\s*-->/i },
  surfaces: ['issue_comment', 'review', 'inline', 'pr_body', 'check_run', 'reaction'],
  checks: { names: ['greptile review', 'greptile'], apps: ['greptile-apps'], conclusions: {} },
  signs: {
    refused: { prose: [/\b(?:author|user) is (?:not )?in the (?:[\w-]+ )*list\b/i] },
    // Every part of its summary may be folded.
    findings: { markup: [/\bconfidence(?: score)?:?[\s*_]*[0-4](?:\.\d)?\s*\/\s*5\b/i] },
    clean: { markup: [/\bconfidence(?: score)?:?[\s*_]*5\s*\/\s*5\b/i] },
  },
  // Its thumb says that it is done, and not what it found.
  reactions: { eyes: 'in_progress', confused: 'failed' },
  severities: [
    [/^\W{0,20}(?:logic|syntax):/i, 'high'],
    [/^\W{0,20}(?:style|nit):/i, 'low'],
  ],
  boundBy: ['text', 'check'],
  trigger: '@greptileai',
  deadlineMinutes: 8,
  namesWindow: false,
}
