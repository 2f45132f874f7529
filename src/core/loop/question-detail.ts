import type { FixResult, OtherClaim } from '../../types.ts'
import { beginning } from '../values/shortened.ts'
import { isReversed } from './convergence.ts'
import { holdsUp } from './entry-status.ts'
import { blockingValidations } from './loop-gate.ts'
import { claimLine } from './open-claims.ts'
import { hasTrait } from './reviewer-traits.ts'
import { type LoopState, lastRound } from './state.ts'
import { whyFailing } from './validations.ts'

/** What a question is about this time, one clause on a line; null when its reason says it all. */
export function questionDetail(state: LoopState): string | null {
  if (state.userChange !== null) return state.userChange
  const result = lastRound(state)?.fix?.results.at(-1)
  if (result?.status === 'failed') return result.problems[0] ?? null
  if (result?.status === 'unable') return result.unable.map(({ id, reason }) => `${id}: ${reason}`).join('\n') || null
  const taken = state.rounds.flatMap(({ round, fix }) => {
    if (fix?.rolledBack == null) return []
    const failing = fix.validations.at(-1)?.find(({ status }) => status !== 'passed')
    const said = tellingLine(failing?.output ?? '')
    return [`the fix of round ${round} was taken back: ${fix.rolledBack.why}${said === '' ? '' : ` (${said})`}`]
  })
  const final = lastRound(state)?.final ?? null
  const unnamed = result === undefined || result.unnamedFiles.length === 0 ? [] : [unnamedText(result)]
  const restarts =
    hasTrait(state, 'own-pace') && state.rounds.length >= state.allowedRounds ? [restartsText(state)] : []
  const silent = state.silentReviews.at(-1)?.reasons ?? []
  const said = [
    ...reversals(state),
    ...claimsText(state),
    ...restarts,
    ...silent,
    ...(final === null ? [] : [final]),
    ...unnamed,
    ...checksText(result?.checkFiles ?? []),
    ...taken,
    ...failing(state),
  ]
  return said.join('\n') || null
}

/** Lists the claims that could not be checked, with the command that decides each one. */
function claimsText({ claims }: LoopState): readonly string[] {
  return claims.flatMap((claim) => [
    claimLine(claim),
    `if ${claim.id} is a real problem: review-loop answer ${claim.id} accept; if not: review-loop answer ${claim.id} dismiss --why TEXT; then resume`,
  ])
}

/** Both sides of what goes back and forth, in words. */
export function reversals(state: LoopState): readonly string[] {
  const last = lastRound(state)
  if (last === undefined) return []
  const said = ({ title, problem }: OtherClaim) => `"${title}: ${problem.replace(/\.$/, '')}"`
  return state.ledger
    .filter((entry) => holdsUp(entry) && isReversed(entry, last))
    .map(
      ({ id, finding, reverses }) =>
        `${id}: ${said(reverses!)} was done; the last review asks for the opposite, ${said(finding)}`,
    )
}

/** Every review but the first is a restart, and so is every head that somebody else pushed. */
export function restartsText({ rounds, moves }: LoopState): string {
  return `max restarts reached (${rounds.length - 1 + moves})`
}

/** What fails where no finding is left. */
function failing(state: LoopState): readonly string[] {
  if ((lastRound(state)?.blocking.length ?? 0) !== 0) return []
  return blockingValidations(state).map((result) => {
    const said = result.tampered === undefined ? tellingLine(result.output) : ''
    return `\`${result.command}\` ${whyFailing(result)}${said === '' ? '' : ` (${said})`}`
  })
}

function unnamedText({ unnamedFiles, earlier }: FixResult): string {
  const kept = earlier === undefined ? '' : `; uncommitted work in them is kept in ${earlier}`
  return `these changed while the fixer worked, and it does not name them: ${unnamedFiles.join(', ')}${kept}; with c they count as part of its fix, which is not committed yet`
}

function checksText(files: readonly string[]): readonly string[] {
  return files.length === 0 ? [] : [`the fix changes ${files.join(', ')}: look at it; with c it is validated as it is`]
}

/** The last line that speaks of something wrong, else the last one. */
function tellingLine(output: string): string {
  const lines = output.trim().split('\n')
  const line = lines.findLast((text) => /error|fail|expected|assert|not ok|✗|✖/i.test(text)) ?? lines.at(-1)
  return beginning(line?.trim() ?? '', 200)
}
