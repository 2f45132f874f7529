import type { OutsideReviewer, Signs } from '../reviewer.ts'

// Workflows that ask a model and post its answer. All share one login: the headline tells them apart, and an error
// stands under the same headline as a review.

const shared: Pick<OutsideReviewer, 'surfaces' | 'boundBy' | 'trigger' | 'deadlineMinutes' | 'namesWindow'> = {
  surfaces: ['issue_comment'],
  boundBy: ['text', 'check'],
  trigger: null,
  deadlineMinutes: 10,
  namesWindow: false,
}

const refused: Signs = {
  prose: [/\b(?:RESOURCE_EXHAUSTED|insufficient_quota)\b/],
}

/** What programs print: "AuthenticationError: …", "status 503". */
const failed: Signs = {
  prose: [
    /^\W{0,12}[A-Z]\w{2,40}Error:/m,
    /^\W{0,12}error\W{1,6}/im,
    /\b(?:http|status|code|error)[ :(]{1,3}[45]\d\d\b/i,
  ],
}

/** The last word of a reviewer that writes free text. */
export const approvals: readonly RegExp[] = [
  /^\W{0,20}(?:LGTM|looks good to me)\W*$/im,
  /^\W{0,6}(?:(?:overall|final) )?verdict\W{1,6}(?:approved?|LGTM|pass(?:ed)?)\W*$/im,
]

const clean: Signs = { prose: approvals }

const findings: Signs = {
  prose: [
    /^\W{0,6}(?:(?:overall|final) )?verdict\W{1,6}(?:warn(?:ing)?|(?:critical[ _])?fail(?:ed)?|reject(?:ed)?|block(?:ed)?|(?:needs|request) changes)\W*$/im,
  ],
}

const signs = { refused, failed, clean, findings }

export const openaiWorkflow: OutsideReviewer = {
  id: 'openai-workflow',
  name: 'OpenAI Code Review (workflow)',
  logins: [],
  shared: { logins: ['github-actions'], mark: /^#{1,3} .{0,4}(?:OpenAI|GPT)\b.*\b(?:review|error|failed)\b/im },
  signs,
  ...shared,
}

export const geminiWorkflow: OutsideReviewer = {
  id: 'gemini-workflow',
  name: 'Gemini Code Review (workflow)',
  logins: [],
  shared: {
    logins: ['github-actions'],
    // The action of Gemini's own maker does not name itself.
    mark: /^#{1,3} .{0,4}Gemini\b.*\b(?:review|error|failed)\b|^#{1,3} 📋 Review Summary\b|^🤖 .{0,80}\b(?:received your request|unable to process your request)\b/im,
  },
  signs,
  ...shared,
}

/** A headline of the same kind with another name, such as "AI Code Review". */
export const otherWorkflow: OutsideReviewer = {
  id: 'review-workflow',
  name: 'Code review by a workflow',
  logins: [],
  shared: {
    logins: ['github-actions'],
    mark: /^#{1,3} .{0,12}\b(?:AI|LLM|Claude|Codex|DeepSeek|Qwen|Mistral|Grok|automated)\b.{0,30}\breview\b/im,
  },
  signs,
  ...shared,
}
