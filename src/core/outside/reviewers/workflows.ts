import type { OutsideReviewer, Signs } from '../reviewer.ts'
import { approvals, problemHeadline } from '../shared-signs.ts'

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
    /\b(?:quota|rate limit) (?:exceeded|reached)\b|\bexceeded (?:your|the) (?:[\w-]+ )*quota\b|\b(?:RESOURCE_EXHAUSTED|insufficient_quota)\b/i,
    /\bdiff (?:is )?too large\b/i,
    /\bskipped:/i,
  ],
}

const failed: Signs = {
  prose: [
    // A line that is a status: "❌ Error: …", "## Review failed", "Gemini API error (503)".
    /^\W{0,12}(?:[\w-]+ ){0,5}(?:error|failed|failure|timed out|timeout|unavailable|overloaded)(?: \d{3})?\W{0,4}(?:[:!.(—–-]|$)/im,
    /\b(?:openai|gemini|api|model|workflow|review|request|call|step|job)\b.{0,40}\b(?:failed (?:with|to|after|because|due)|timed out|(?:is|was) (?:currently )?(?:unavailable|overloaded)|did not (?:return|respond|produce|complete|finish)|returned (?:an? )?(?:\w+ )?(?:empty|invalid|no|error|[45]\d\d))\b/i,
    /\b(?:encountered|received|got|hit|ran into|due to) an? (?:[\w-]+ ){0,3}error\b/i,
    /^\W{0,12}(?:[\w-]+ ){0,3}time-?out (?:waiting|while|after|calling|when)\b/im,
    /\b(?:http|status|code|error)[ :(]{1,3}[45]\d\d\b/i,
    /\b(?:could not|couldn't|unable to|failed to|can't) (?:be )?(?:get|process(?:ed)?|generated?|completed?|fetch|produced?|run|call|reach|connect|parsed?|retrieved?|post|perform)\b/i,
    /\b(?:empty|invalid|no) (?:response|output|review) (?:(?:was|is) )?(?:from|received|returned|generated|produced)\b/i,
    /^\W{0,12}[A-Z]\w{2,40}Error:/m,
  ],
}

const clean: Signs = {
  prose: [
    /\bno (?:critical |major |significant |actionable )*(?:issues|problems|concerns) (?:were )?(?:found|identified|detected)\b(?![\s\S]*\b(?:suggestions?|warnings?)\b\W*\n)/i,
    ...approvals,
  ],
}

const findings: Signs = {
  prose: [
    problemHeadline,
    /^\W{0,6}(?:(?:overall|final) )?verdict\W{1,6}(?:warn(?:ing)?|(?:critical[ _])?fail(?:ed)?|reject(?:ed)?|block(?:ed)?|(?:needs|request) changes)\W*$/im,
  ],
}

const inProgress: Signs = { prose: [/\bI'm working on it now\b/i] }

const signs = { refused, failed, in_progress: inProgress, clean, findings }

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
