// What the agents of a staged run answer in tests, in the form that the prompts ask for.

export const planReply = (questions = '- None.') => `## Solution Plan: Add add

### Problem Analysis
There is no add.

### Proposed Approach
Write it.

### Implementation Steps
1. Add add to calc.js

### Files to Modify / Create
- \`calc.js\` - add

### Risks & Assumptions
- None known

### Open Questions
${questions}`

export const doneReply = (files: readonly string[]) =>
  implementation('Added add.', files.map((file) => `- \`${file}\` - add`).join('\n'), 'Look at it.')

export const noopReply = implementation(
  'No code changes were required for this round.',
  'None',
  'No-op round. The approved plan and current code already satisfy this step.',
)

function implementation(changes: string, files: string, notes: string): string {
  return `## Implementation Complete: Add add

### Changes Made
${changes}

### Files Modified / Created / Deleted
${files}

### Deviations from Plan
None

### Notes for Reviewer
${notes}`
}

export const approvalReply = `### VERDICT: APPROVE

### Issues
- None.

### Strengths
It is small.`

export const refusalReply = (issue: string) => `### VERDICT: REQUEST_CHANGES

### Issues
- [CRITICAL] ${issue}
  File: \`calc.js\`, around line 1

### Strengths
It is small.`
