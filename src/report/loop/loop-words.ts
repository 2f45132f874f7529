import { claimLine } from '../../core/loop/open-claims.ts'
import type {
  LedgerLine,
  LoopResult,
  LoopRound,
  RoundFix,
  RoundValidation,
  WatchedPullRequest,
} from '../../core/loop/result.ts'
import type { FixCertificate, LedgerStatus, LoopAnswer, LoopOutcome } from '../../core/loop/types.ts'
import { firstFew } from '../../core/values/first-few.ts'
import type { Usage, Verdict } from '../../types.ts'
import { loopCommand, shortId, startCommand } from '../sessions/session-words.ts'
import { counted } from '../words.ts'

// The result of a loop in words, for every format that people read.

export function headline({ outcome, rounds, watch }: LoopResult): string {
  const what = watch === undefined || watch.state === 'open' ? outcomeNames[outcome] : pullRequestNames[watch.state]
  return `${what} after ${counted(rounds.length, 'round')}`
}

const pullRequestNames = { merged: 'Merged', closed: 'Closed' } as const

export const outcomeNames: Record<LoopOutcome, string> = {
  approved: 'Approved',
  blocked: 'Blocked',
  escalated: 'Waiting for an answer',
  inconclusive: 'Inconclusive',
  accepted: 'Accepted with findings left',
  interrupted: 'Interrupted',
  dry_run: 'Dry run',
}

export const roundColumns = ['Round', 'Verdict', 'Found', 'Blocking', 'Fixed', 'Validations', 'Cost', 'Then'] as const

/** Short enough for a column. */
export function costCell(usage: Usage): string {
  const known = usage.costUsd ?? usage.knownCostUsd
  if (known === undefined) return 'not known'
  return `${usage.costUsd === null ? 'at least ' : ''}$${known.toFixed(4)}`
}

/** One row of the table of rounds; `fixed` is what its review shows to be gone, not what a fixer says. */
export function roundCells(round: LoopRound, result: LoopResult): readonly string[] {
  const fixed = result.ledger.filter(({ history }) =>
    history.some((note) => note.round === round.round && note.status === 'fixed'),
  )
  return [
    String(round.round),
    verdictNames[round.verdict],
    String(round.found),
    String(round.blocking),
    String(fixed.length),
    validationText(round.validations),
    costCell(round.usage),
    thenText(round),
  ]
}

const verdictNames: Record<Verdict, string> = {
  approve: 'Approved',
  needs_attention: 'Needs Attention',
  decline: 'Changes Requested',
  inconclusive: 'Review Incomplete',
}

/** '1 of 2 fail → all pass' */
function validationText(validations: readonly RoundValidation[]): string {
  const before = stateText(validations.flatMap(({ before: status }) => status ?? []))
  const after = stateText(validations.flatMap(({ after: status }) => status ?? []))
  return [before, after].filter((text) => text !== '').join(' → ') || '–'
}

function stateText(statuses: readonly string[]): string {
  if (statuses.length === 0) return ''
  const failing = statuses.filter((status) => status !== 'passed').length
  return failing === 0 ? 'all pass' : `${failing} of ${statuses.length} fail`
}

function thenText({ decision, fix }: LoopRound): string {
  if (fix === null) {
    return decision === null
      ? 'interrupted'
      : { approve: 'approved', fix: 'to be fixed', ask: 'asked', stop: 'stopped' }[decision]
  }
  const left = fix.unable.length === 0 ? '' : `, ${fix.unable.length} not`
  if (fix.files.length === 0) return `nothing fixed${left}`
  const beyond = fix.beyond.length === 0 ? '' : `, ${fix.beyond.length} beyond its findings`
  const what = `${fix.addressed.length} addressed${left}, ${counted(fix.files.length, 'file')}${beyond}`
  if (fix.rolledBack) return `fix taken back (${what})`
  if (fix.alreadyCommitted) return `fix as in the last commit (${what})`
  return fix.commit === null ? `fix not committed (${what})` : `fix ${fix.commit.slice(0, 10)} (${what})`
}

export interface LedgerGroup {
  readonly name: string
  readonly lines: readonly LedgerLine[]
}

/** What is still to be dealt with comes first; what a fix addressed and nobody has reviewed since is not known to be gone. */
export function ledgerGroups({ ledger, rounds }: LoopResult): readonly LedgerGroup[] {
  const fix = rounds.at(-1)?.fix ?? null
  const isThere = fix !== null && !fix.rolledBack && !isUncommitted(fix)
  const addressed = new Set(isThere ? fix.addressed.map(({ id }) => id) : [])
  const stateOf = ({ id, status }: LedgerLine) =>
    activeStatuses.has(status) && addressed.has(id) ? 'addressed' : status
  return stateNames
    .map(([state, name]) => ({ name, lines: ledger.filter((line) => stateOf(line) === state) }))
    .filter(({ lines }) => lines.length > 0)
}

/** Still to be dealt with, as far as reviews know. */
export const activeStatuses: ReadonlySet<LedgerStatus> = new Set(['open', 'persisting', 'regressed'])

const stateNames: readonly (readonly [LedgerStatus | 'addressed', string])[] = [
  ['regressed', 'Back after it was fixed'],
  ['persisting', 'Still there'],
  ['open', 'Open'],
  ['addressed', 'Addressed, and not reviewed since'],
  ['accepted', 'Accepted'],
  ['fixed', 'Fixed'],
  ['deferred', 'For later'],
  ['waived', 'Waived'],
  ['refuted', 'Refuted'],
  ['discarded', 'Discarded'],
]

/** Who looks at it later, and what is to be done; empty for what is not put off. */
export function followUpText({ followUp }: LedgerLine): string {
  return followUp === null ? '' : `${followUp.owner}: ${followUp.action}`
}

export function certificateText({ notFoundAgain, codeChanged, testProves, shared, text }: FixCertificate): string {
  const proven = shared ? 'a test proves the fix as a whole' : 'a test proves it'
  const proofs = [
    ...(notFoundAgain ? ['not found again'] : ['found again']),
    ...(codeChanged ? ['code changed'] : ['code as it was']),
    ...(testProves === null ? ['no test proves it'] : [testProves ? proven : 'its test proves nothing']),
  ]
  return text.trim() === '' ? proofs.join(', ') : `${proofs.join(', ')}. ${text}`
}

/** One line for each: a word with bars between the letters would be three commands to a shell. */
const answers: Record<LoopAnswer, { readonly what: string; readonly more: string }> = {
  a: { what: 'Fix by hand', more: '' },
  b: { what: 'Accept', more: ' --why "your reason"' },
  c: { what: 'One more round', more: '' },
}

/** What a person does now; commands to be typed are in backticks. */
export function nextSteps(result: LoopResult): readonly string[] {
  const isFixLeft = result.rounds.some(({ fix }) => fix !== null && isUncommitted(fix))
  const { outcome, uncommitted = [], unseen = [] } = result
  const isLeft = isFixLeft || (outcome === 'approved' && uncommitted.length > 0)
  return [
    ...(isFixLeft ? ['A fix is in the files and not committed: see `git status`.'] : []),
    ...(isLeft && !isFixLeft ? [`What was approved is not committed: ${firstFew(uncommitted, 3).join(', ')}.`] : []),
    ...(unseen.length === 0
      ? []
      : [
          `A fix made files that git ignores, so nobody reviewed or committed them: ${firstFew(unseen, 3).join(', ')}.`,
        ]),
    ...stepsAfter(result, isLeft),
  ]
}

/** For each claim that could not be checked: what it says, and the two commands that decide it. */
function decisionSteps({ claims = [] }: LoopResult): readonly string[] {
  return claims.flatMap((claim) => [
    `Decide ${claimLine(claim)}`,
    `It is a real problem: \`review-loop answer ${claim.id} accept\``,
    `It is not: \`review-loop answer ${claim.id} dismiss --why "your reason"\``,
  ])
}

function isUncommitted({ commit, alreadyCommitted, rolledBack, files }: RoundFix): boolean {
  return commit === null && !alreadyCommitted && !rolledBack && files.length > 0
}

function stepsAfterEnd({ state, unpushed }: WatchedPullRequest, resume: string): readonly string[] {
  const opened = state === 'closed' ? [`Should it be opened again: ${resume}`] : []
  if (unpushed === undefined) return ['Nothing: there is no open pull request any more.', ...opened]
  return [
    'Keep what is only here, if it is wanted: `git fetch`, and on a new branch of what is there now',
    `\`git cherry-pick ${unpushed}\``,
    ...opened,
  ]
}

function stepsAfter(result: LoopResult, isLeft: boolean): readonly string[] {
  const { outcome, session, question, resumable, rounds, watch } = result
  const id = session === null ? '' : `${shortId(session)} `
  const anew = `\`${startCommand(result)}\``
  const resume = `\`${loopCommand(result)} --resume ${id}`.trimEnd().concat('`')
  if (watch !== undefined && watch.state !== 'open') return stepsAfterEnd(watch, resume)
  switch (outcome) {
    case 'approved':
      if (isLeft) return ['Look at it, and commit it before you merge.']
      if (watch?.objectors !== undefined)
        return [`Ask ${watch.objectors.join(', ')} for another review before you merge.`]
      if (watch?.barriers !== undefined) return [`It cannot be merged yet. ${watch.barriers.join(' ')}`]
      return rounds.some(({ fix }) => fix?.commit != null)
        ? ['Look at the commits before you merge.']
        : ['You can merge.']
    case 'escalated':
      return [
        ...decisionSteps(result),
        ...(question?.allowed ?? (['a', 'b'] as const)).map(
          (letter) => `${answers[letter].what}: \`review-loop answer ${id}${letter}${answers[letter].more}\``,
        ),
        `Then: ${resume}`,
      ]
    case 'blocked':
      return [
        ...decisionSteps(result),
        result.claims === undefined
          ? 'Fix by hand what is left and commit it.'
          : 'Fix by hand what else blocks, if anything, and commit it.',
        `Then: ${resumable ? resume : anew}`,
      ]
    case 'inconclusive':
      return [...decisionSteps(result), 'See why no review came to a verdict.', `Then: ${resumable ? resume : anew}`]
    case 'accepted':
      return ['What was accepted is not fixed. It stays in the ledger, with who accepted it and why.']
    case 'interrupted':
      return [`Go on: ${resume}`]
    case 'dry_run':
      return ['Run it without `--dry-run`.']
  }
}
