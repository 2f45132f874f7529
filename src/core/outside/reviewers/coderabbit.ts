import type { OutsideReviewer } from '../reviewer.ts'

/** A review, inline comments, and one comment with a walkthrough that is edited in place and carries hidden marks. */
export const coderabbit: OutsideReviewer = {
  id: 'coderabbit',
  name: 'CodeRabbit',
  logins: ['coderabbitai'],
  surfaces: ['review', 'inline', 'issue_comment', 'check_run', 'reply'],
  checks: { names: ['coderabbit'], apps: ['coderabbitai'], conclusions: { failure: 'failed' } },
  signs: {
    refused: {
      markup: [
        /<!--[^<>]{0,200}\b(?:rate limited|review paused) by coderabbit\.ai/i,
        /\bon the Free plan\b[\s\S]{0,200}\bhigh-level summary\b/i,
      ],
      prose: [
        /^\W{0,20}(?:rate limit exceeded|review limit reached|review rate limit)/im,
        /^\W{0,20}action not completed\b[\s\S]{0,40}\b(?:rate limit|limit reached)/im,
        /\brate limited under our\b/i,
        /\bmore reviews will be available\b/i,
        /^\W{0,20}review skipped\b(?=[\s\S]*\b(?:too many files|files? limit|exceeds?|too large|limit of|over the limit|billing|subscription|seat|credits?)\b)/im,
      ],
    },
    failed: { markup: [/<!--[^<>]{0,200}\bfailure by coderabbit\.ai/i] },
    in_progress: { markup: [/<!--[^<>]{0,200}\breview in progress by coderabbit\.ai/i] },
    findings: {
      markup: [/\b(?:outside diff range|duplicate) comments? ?\([1-9]/i, /\bcomments failed to post \([1-9]/i],
    },
    clean: { markup: [/\bno actionable comments were generated\b/i] },
    summary: { markup: [/<!-- walkthrough_start -->/i, /^#+ (?:Walkthrough|Summary by CodeRabbit)\b/im] },
    notice: {
      markup: [/<!--[^<>]{0,200}\bskip review by coderabbit\.ai/i, /^#+ Review skipped\s*$/im],
    },
  },
  severities: [[/\|[^|\n]*\bminor\b/i, 'medium']],
  answers: /<!--[^<>]{0,40}\bauto-generated reply by CodeRabbit\b/i,
  nativeIds: [/<!--\s*cr-comment:v1:([\w-]+)/i],
  boundBy: ['review', 'text', 'check'],
  trigger: '@coderabbitai review',
  deadlineMinutes: 12,
  namesWindow: true,
}
