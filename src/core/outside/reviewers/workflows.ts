import type { OutsideReviewer, Signs } from '../reviewer.ts'
import { problemHeadline } from '../shared-signs.ts'

// Workflows that ask a model and post its answer. All share one login: the headline tells them apart, and an error
// stands under the same headline as a review.

const shared: Pick<
  OutsideReviewer,
  'surfaces' | 'freeText' | 'boundBy' | 'trigger' | 'deadlineMinutes' | 'namesWindow'
> = {
  surfaces: ['issue_comment'],
  freeText: true,
  boundBy: ['text', 'check'],
  trigger: null,
  deadlineMinutes: 10,
  namesWindow: false,
}

const refused: Signs = {
  prose: [
    /\breview skipped\b/i,
    /\bno api key\b/i,
    /\bapi key (?:is )?(?:not|missing|unavailable)\b/i,
    /\b(?:quota|rate limit) (?:exceeded|reached)\b/i,
    /\bdiff (?:is )?too large\b/i,
    /\bskipped:/i,
  ],
}

const failed: Signs = {
  prose: [
    /^(?:#+|\W{1,4}).*\b(?:error|failed|failure|timed out|timeout|unavailable|overloaded)\b/im,
    /\b(?:openai|gemini|api|model|workflow|review|request)\b.{0,40}\b(?:errors?|failed|timed out|unavailable|overloaded|did not (?:return|respond)|returned (?:an )?(?:empty|invalid|no|error))\b/i,
    /\b(?:empty|invalid|no) response (?:from|received)\b/i,
  ],
}

const clean: Signs = {
  prose: [
    /\bno (?:critical |major |significant |actionable )*(?:issues|problems|concerns) (?:were )?(?:found|identified|detected)\b(?![\s\S]*\b(?:suggestions?|warnings?)\b\W*\n)/i,
    /^\W{0,20}(?:LGTM|looks good to me)\b/im,
  ],
}

const findings: Signs = { prose: [problemHeadline] }

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
  shared: { logins: ['github-actions'], mark: /^#{1,3} .{0,4}Gemini\b.*\b(?:review|error|failed)\b/im },
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
