import * as v from 'valibot'
import { code } from './code-values.ts'
import { settings, validation } from './validation-values.ts'

// The parts that events are made of, as they have to stand in a journal. Keys that are not named are ignored.

const round = v.pipe(v.number(), v.integer(), v.minValue(0))
const amount = v.pipe(v.number(), v.minValue(0))
const line = v.nullable(v.pipe(v.number(), v.integer()))
const optionalText = v.nullable(v.string())
const texts = v.array(v.string())

export const loopOutcomes = [
  'approved',
  'blocked',
  'escalated',
  'inconclusive',
  'accepted',
  'interrupted',
  'dry_run',
] as const

const severity = v.picklist(['P0', 'P1', 'P2', 'P3'])

const usage = v.object({
  inputTokens: amount,
  outputTokens: amount,
  cachedTokens: amount,
  costUsd: v.pipe(v.nullable(amount), v.description('Null when the price is not known, or not of all of it.')),
  knownCostUsd: v.exactOptional(amount),
})

const finding = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  fingerprint: v.string(),
  severity,
  blocking: v.boolean(),
  category: v.string(),
  rule: optionalText,
  title: v.string(),
  file: optionalText,
  line,
  endLine: line,
  problem: v.string(),
  impact: optionalText,
  fix: optionalText,
  suggestion: optionalText,
  evidence: optionalText,
  confidence: v.number(),
  reviewers: texts,
  agreement: amount,
  reportedLine: line,
  verification: v.nullable(v.object({ by: v.string(), quote: v.string(), reason: v.string() })),
  otherClaims: v.exactOptional(v.array(v.object({ title: v.string(), problem: v.string() }))),
  reported: v.exactOptional(
    v.pipe(
      v.object({ severity, blocking: v.boolean() }),
      v.description('What the reviewer said, where the configuration gives it another severity.'),
    ),
  ),
  carriedOver: v.exactOptional(v.literal(true)),
  staged: v.exactOptional(v.literal(true)),
  refutedIn: v.exactOptional(
    v.pipe(texts, v.description('Of one that a verifier refuted: the files with the line that shows it.')),
  ),
})

const outcome = v.object({
  name: v.string(),
  agent: v.string(),
  status: v.picklist(['ok', 'failed', 'timed_out', 'budget_exceeded', 'rejected', 'cached', 'skipped']),
  reason: optionalText,
  durationMs: amount,
  findings: amount,
  usage,
})

export const keptEarlier = {
  earlier: v.exactOptional(
    v.pipe(v.string(), v.description('Where uncommitted files are kept that it deleted or does not name.')),
  ),
  ignored: v.exactOptional(
    v.pipe(
      v.object({ folder: v.string(), files: texts }),
      v.description('Small ignored files that it changed or deleted, and where they are kept as they were.'),
    ),
  ),
  unseen: v.exactOptional(
    v.pipe(texts, v.description('New files that git ignores, a few of them: nobody reviews or commits them.')),
  ),
}

const fix = v.object({
  status: v.picklist(['fixed', 'unable', 'failed']),
  addressed: v.array(v.object({ id: v.string(), how: v.string() })),
  unable: v.array(v.object({ id: v.string(), reason: v.string() })),
  changedFiles: v.pipe(texts, v.description('What differs from before the fix, read from git and not from the reply.')),
  unnamedFiles: texts,
  beyondFiles: v.pipe(texts, v.description('Those among them that are far from the findings.')),
  checkFiles: v.exactOptional(
    v.pipe(texts, v.description('Those among them that decide what is checked, or which files git sees.')),
  ),
  ...keptEarlier,
  restored: v.boolean(),
  problems: texts,
  outcome,
})

const point = v.pipe(
  v.object({ head: v.string(), tree: v.string() }),
  v.description('The commit that is checked out, and the tree of the files as they are.'),
)

export const limits = { maxDollars: v.nullable(amount), maxTimeMs: v.nullable(amount) }

const policy = v.object({
  maxRounds: round,
  hardCap: round,
  onLimit: v.picklist(['ask', 'block', 'accept', 'continue']),
  commit: v.boolean(),
  validate: texts,
  baseline: v.picklist(['block', 'allow']),
  scopeGuard: v.picklist(['report', 'strict']),
  ...limits,
})

const given = v.object({
  scope: texts,
  config: optionalText,
  story: optionalText,
  base: optionalText,
  intent: optionalText,
  agent: optionalText,
  reviewer: optionalText,
  verifier: optionalText,
  fixer: optionalText,
  verify: v.boolean(),
  dirty: v.picklist(['refuse', 'commit', 'include']),
})

const mail = v.object({
  as: v.string(),
  to: v.string(),
  pr: v.pipe(v.number(), v.integer(), v.minValue(1)),
  mailbox: v.pipe(optionalText, v.description('Relative to the root; null: where the configuration says.')),
  timeoutMs: amount,
  push: v.pipe(v.boolean(), v.description('Whether the branch is pushed before every request.')),
  summary: optionalText,
  notify: optionalText,
})

const watch = v.object({
  repository: v.pipe(v.string(), v.description('owner/name')),
  pr: v.pipe(v.number(), v.integer(), v.minValue(1)),
  attempts: v.pipe(amount, v.description('Looks that those get who have no time of their own.')),
  intervalMs: amount,
  mostLooks: v.exactOptional(v.pipe(amount, v.description('Looks that anybody gets at most.'))),
  waitFor: v.pipe(v.array(v.string()), v.description('Reviewers that are waited for; empty: those who were seen.')),
  trigger: v.pipe(v.array(v.string()), v.description('Those that are asked again after a push.')),
  quorum: v.nullable(amount),
})

const certificate = v.object({
  finding: v.string(),
  notFoundAgain: v.boolean(),
  codeChanged: v.boolean(),
  testProves: v.nullable(v.boolean()),
  shared: v.exactOptional(
    v.pipe(
      v.literal(true),
      v.description('That proof is of the fix as a whole: the same change mended other findings.'),
    ),
  ),
  text: v.string(),
})

const answer = v.picklist(['a', 'b', 'c'])

const question = v.object({
  round,
  reason: v.picklist([
    'limit',
    'stuck',
    'oscillation',
    'unverified',
    'fix_failed',
    'unable',
    'validation',
    'budget',
    'user_changed',
    'checks_changed',
    'reviewer',
  ]),
  text: v.string(),
  remaining: texts,
  allowed: v.array(answer),
})

const gate = v.object({
  result: v.picklist(['pass', 'blocked', 'inconclusive']),
  reasons: texts,
  unverified: v.exactOptional(texts),
})

/** By the names they have in the JSON Schema. */
export const eventValues = {
  answer,
  certificate,
  finding,
  fix,
  gate,
  code,
  given,
  mail,
  outcome,
  point,
  policy,
  question,
  round,
  settings,
  usage,
  validation,
  watch,
} as const
