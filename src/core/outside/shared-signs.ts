import type { Signs } from './reviewer.ts'

// What any reviewer may say in words that nobody told us. Only asked where its own signs and its items say nothing, and
// only of a short text that begins with it: a long one may speak about the change.

export const sharedSigns: readonly (readonly ['refused' | 'failed' | 'in_progress', Signs])[] = [
  [
    'refused',
    {
      prose: [
        /\b(?:reached|exceeded|hit|used (?:up|all))\b.{0,60}\b(?:limits?|quota|cap|credits|allowance|reviews)\b/i,
        /\b(?:limits?|quota|cap|credits|allowance)\b.{0,40}\b(?:reached|exceeded|exhausted|expired|hit|used up)\b/i,
        /\brate[- ]limited\b/i,
        /\b(?:out of|not enough|insufficient|no remaining) (?:[\w-]+ ){0,3}(?:credits|capacity|quota|funds|reviews)\b/i,
        /\b(?:no|zero|0) (?:[\w-]+ ){0,3}(?:reviews|credits) (?:left|remaining)\b/i,
        /\bused (?:up )?(?:all )?(?:of )?your\b.{0,40}\b(?:budget|allowance|reviews|credits)\b/i,
        /\b(?:payment (?:is )?required|update your billing|does(?:n't| not) have access to)\b/i,
        /\byour (?:[\w-]+ ){0,2}(?:trial|subscription|plan)\b.{0,30}\b(?:ended|expired|over|inactive|cancel+ed)\b/i,
        /^\W{0,20}reviews? paused\b/im,
        /\breviews? (?:is|are|was|were|has been|have been) (?:currently )?(?:paused|disabled|blocked|suspended|skipped)\b/i,
        /\b(?:pull request|pr|diff|changes?|files?)\b.{0,60}\b(?:too (?:large|big|long)|too many|larger than|exceeds?|over the limit)\b/i,
        /\btoo many (?:files|lines|changes)\b/i,
        /\bskipp(?:ed|ing) (?:reviewing|(?:the )?review of) (?:this|your|the)\b/i,
        /^\W{0,20}(?:(?:review )?skipped:|skipping (?:(?:the|this|pr|code|ai) ){0,3}review\b)/im,
        /\b(?:have|has) disabled (?:[\w-]+ ){0,2}reviews?\b/i,
        /\b(?:can't|cannot|can not|won't|will not) review\b.{0,60}\b(?:large|big|size|many)\b/i,
        /\bno (?:reviewable|supported) files\b/i,
        /\bdo(?:es)?(?:n't| not) have an? (?:[\w-]+ ){0,3}(?:seat|licen[cs]e|subscription|plan)\b/i,
        /\b(?:no|missing|add a|valid|paid|active|assigned) (?:seat|licen[cs]e|payment method|subscription|api key)\b/i,
        /\b(?:no longer available|discontinued|has been sunset|not (?:enabled|supported|configured) (?:for|on|in) this)\b/i,
        /\b(?:wasn't|was not|isn't|is not|unable) (?:able )?to review (?:any|this|the|your)\b.{0,120}\b(?:support|limit|size|large|type)/i,
      ],
    },
  ],
  [
    'failed',
    {
      prose: [
        /\b(?:encountered|ran into|hit) an? (?:\w+ )?(?:error|problem)\b/i,
        /\ban? (?:\w+ )?error (?:has )?occurred\b/i,
        /^\W{0,6}(?:unknown|internal|unexpected)(?: server)? error\b/i,
        /\b(?:review|analysis|command|run|job) (?:has )?failed\b/i,
        /\bsomething went wrong\b/i,
        /\b(?:failed|unable|not able) to (?:complete|generate|create|finish|perform|run|post|process|review)\b/i,
        /\b(?:couldn't|could not) (?:run|complete|finish|review|generate)\b/i,
        /\b(?:timed out|internal server error|service unavailable)\b/i,
        /\b(?:review|run|analysis) (?:was|has been|got) (?:cancel+ed|aborted|interrupted)\b/i,
      ],
    },
  ],
  [
    'in_progress',
    {
      prose: [
        /\b(?:is|am|are|'m) (?:currently |now )?(?:reviewing|analy[sz]ing)\b/i,
        /\breview (?:is )?(?:in progress|queued|started|pending)\b/i,
        /\bis being reviewed\b/i,
        /\bstarted (?:the |an? )?(?:[\w-]+ ){0,2}review\b/i,
        /\b(?:will|'ll) (?:post|share|leave) (?:my |its |the )?(?:feedback|review|comments)\b/i,
      ],
    },
  ],
]

/** The last word of a reviewer that writes free text. */
export const approvals: readonly RegExp[] = [
  /^\W{0,20}(?:LGTM|looks good to me)\b/im,
  /^\W{0,6}(?:(?:overall|final) )?verdict\W{1,6}(?:approved?|LGTM|pass(?:ed)?)\W*$/im,
]

/** A headline over a list of problems, unless it is followed by "none". For reviewers that write free text. */
export const problemHeadline =
  /^(?:#+ |\d\. )?[^\w\n]{0,6}(?!no\b)(?:[\w&/-]+ ){0,3}(?:issues|concerns|problems|bugs|findings|vulnerabilities|suggestions|recommendations|improvements)(?: found| identified)?\W{0,6}\n+(?!\W{0,6}(?:none|n\/a|no\b|nothing))/im
