import { claimsIn, discardedAs, uncounted } from '../../core/findings/discarded-as.ts'
import { commitMessage } from '../../core/loop/commit-message.ts'
import { closedIn, decide, type LoopAction } from '../../core/loop/decide.ts'
import { isActive } from '../../core/loop/entry-status.ts'
import { emptyState, foldEvent } from '../../core/loop/fold.ts'
import { standingAfter } from '../../core/loop/ledger.ts'
import { hasTrait } from '../../core/loop/reviewer-traits.ts'
import { fixedRound, type LoopState, lastRound, type RoundRecord } from '../../core/loop/state.ts'
import type { SessionFact, WorkPoint } from '../../core/loop/types.ts'
import { given } from '../../core/values/given.ts'
import type { Machine } from '../session/machine.ts'
import type { FixState } from './certify.ts'
import { movedSince } from './moved.ts'
import { placedBefore } from './placed-before.ts'
import type { LoopPorts } from './ports.ts'
import { quotedCode } from './quoted-code.ts'
import { undoneBy } from './undone-by.ts'

/** The loop: review, fix, review again. */
export const loopMachine: Machine<LoopState, SessionFact, LoopAction, LoopPorts> = {
  initial: emptyState,
  fold: foldEvent,
  decide,
  hasEnded: ({ outcome }) => outcome !== null,
  perform: async (action, state, ports, begin) => {
    const moved = restsOnFiles(action) ? await movedSince(state, ports) : []
    return moved.length > 0 ? moved : perform(action, state, ports, begin)
  },
}

type Begin = (point: WorkPoint) => void

/**
 * Steps that rest on the files being as the loop left them. Validations write files too, and look themselves. What is approved is
 * what was reviewed, and what is accepted is what was asked about.
 */
function restsOnFiles(action: LoopAction): boolean {
  const { step } = action
  if (action.step === 'end') return action.outcome === 'approved' || action.outcome === 'accepted'
  return step === 'review' || step === 'fix' || step === 'restore' || step === 'revert'
}

/** Where the work is for a step before which `hasMoved` has just looked. */
function pointOf({ point }: LoopState): WorkPoint {
  if (point === null) throw new Error('the journal does not begin with the start of a session')
  return point
}

async function perform(
  action: LoopAction,
  state: LoopState,
  ports: LoopPorts,
  begin: Begin,
): Promise<readonly SessionFact[]> {
  switch (action.step) {
    case 'end': {
      const { head } = await ports.point(state.outputs)
      return [{ type: 'ended', outcome: action.outcome, reason: action.reason, head }]
    }
    case 'wait': {
      const answer = await ports.ask(action.question)
      return answer === null ? [] : [{ type: 'answered', ...answer }]
    }
    case 'record':
      return [{ type: 'work-recorded', point: await ports.record() }]
    case 'baseline':
      return validate({ type: 'baseline-validated' }, state, ports)
    case 'review':
      return [await review(action.round, state, ports)]
    case 'fix':
      return fix(action, state, ports, begin)
    case 'validate':
      return validate({ type: 'fix-validated', round: action.round, attempt: action.attempt }, state, ports)
    case 'commit':
      return commit(action.round, state, ports, begin)
    case 'restore': {
      const { point } = fixedRound(state)
      begin(point)
      await ports.restore(point.tree)
      return [
        {
          type: 'rolled-back',
          round: action.round,
          why: action.why,
          commit: null,
          point: await ports.point(state.outputs),
        },
      ]
    }
    case 'revert':
      return revert(action, state, ports, begin)
    case 'certify':
      return [await certify(action.round, state, ports)]
    case 'ask':
      return [asked(action.question, ports)]
    case 'answer':
      return [
        ...(state.question === null ? [asked(action.question, ports)] : []),
        { type: 'answered', answer: action.answer, by: 'the policy', why: action.why },
      ]
  }
}

type Validating = { type: 'baseline-validated' } | { type: 'fix-validated'; round: number; attempt: number }

/** What was cut off by a stop has no result: it is run again. What the commands leave behind is known before it is looked. */
async function validate(what: Validating, state: LoopState, ports: LoopPorts): Promise<readonly SessionFact[]> {
  const point = state.point ?? (await ports.point(state.outputs))
  const { validations, wrote } = await ports.validate(point)
  const isSwept = what.type === 'fix-validated' && hasTrait(state, 'sees-pushed')
  const checks = isSwept ? await ports.sweep(fixedRound(state).point.tree, point.tree) : []
  ports.signal.throwIfAborted()
  const fact = { ...what, validations: [...validations, ...checks], wrote }
  const ran = validations.map(({ command }) => command)
  return ran.length === 0 ? [fact] : [fact, ...(await movedSince(foldEvent(state, fact), ports, ran))]
}

function asked(question: Extract<LoopAction, { step: 'ask' }>['question'], ports: LoopPorts): SessionFact {
  return { type: 'asked', question: { ...question, text: ports.phrase(question) } }
}

/** The document says what the ledger makes of the review, which is what is decided by. */
async function review(round: number, state: LoopState, ports: LoopPorts): Promise<SessionFact> {
  const point = pointOf(state)
  const last = lastRound(state)
  const changed = last === undefined ? [] : await ports.differences(last.point.tree, point.tree)
  const result = await ports.review(round)
  ports.signal.throwIfAborted()
  if ('unwanted' in result) return { type: 'fix-unwanted', round: fixedRound(state).round, why: result.unwanted }
  const refuted = discardedAs(result.discarded, 'refuted')
  const waived = [...discardedAs(result.discarded, 'waived'), ...discardedAs(result.discarded, 'dismissed')]
  const all = [...result.findings, ...refuted, ...waived]
  const fact = {
    type: 'round-reviewed',
    round,
    point,
    changed,
    verdict: result.verdict,
    gate: result.gate,
    findings: result.findings,
    refuted,
    waived,
    uncounted: await placedBefore(uncounted(result.discarded), last, point, ports),
    unverified: claimsIn(result),
    code: await quotedCode(all, state.ledger, point.tree, ports),
    usage: result.usage,
    reviewDir: result.reviewDir,
    document: null,
    ...given({
      final: result.final,
      missing: result.missing,
      objectors: result.objectors,
      barriers: result.barriers,
      ended: result.ended,
      unpushed: result.unpushed,
    }),
  } as const
  if (result.gate.result === 'inconclusive') return fact
  return { ...fact, document: ports.writeDocument(round, standingAfter(foldEvent(state, fact).ledger, round)) }
}

/** The intent holds the files as they are: a fix that is cut off is undone to them before it is asked for again. */
async function fix(
  { round, broke }: Extract<LoopAction, { step: 'fix' }>,
  state: LoopState,
  ports: LoopPorts,
  begin: Begin,
): Promise<readonly SessionFact[]> {
  const before = pointOf(state)
  begin(before)
  // Minor ones come along: where mending them is cheap, a fixer may do it.
  const findings = state.ledger.filter(isActive).map(({ finding, id, blocking }) => ({ ...finding, id, blocking }))
  const result = await ports.fix({ round, findings, broke })
  // A fixer that was stopped has undone what it did, and is asked again.
  if (result.status === 'failed') ports.signal.throwIfAborted()
  // A fix makes no commit: if there is one, somebody else made it, and the next step finds that out.
  const point = { ...(await ports.point(state.outputs)), head: before.head }
  const undoes = await undoneBy(result, point.tree, state, ports)
  return [{ type: 'fix-made', round, fix: result, point, ...given({ undoes }) }]
}

/** The fix between two rounds, by its trees. */
function fixBetween(before: RoundRecord, after: WorkPoint): FixState {
  const results = before.fix?.results ?? []
  const addressed = new Set(results.flatMap(({ addressed: named }) => named.map(({ id }) => id)))
  return {
    before: before.point.tree,
    after: after.tree,
    changedFiles: [...new Set(results.flatMap(({ changedFiles }) => changedFiles))],
    mended: before.ledger.filter(({ id }) => addressed.has(id)).map(({ finding }) => finding.file),
  }
}

async function certify(round: number, state: LoopState, ports: LoopPorts): Promise<SessionFact> {
  const [previous, current] = [state.rounds.at(-2), lastRound(state)!]
  const fix = previous === undefined ? null : fixBetween(previous, current.point)
  const certificates = fix === null ? [] : await ports.certify(closedIn(state, round), fix, new Set(current.blocking))
  return { type: 'certified', round, certificates }
}

/** A hook that refuses counts as a validation that fails: the fix is sent back once, then rolled back. */
async function commit(
  round: number,
  state: LoopState,
  ports: LoopPorts,
  begin: Begin,
): Promise<readonly SessionFact[]> {
  const last = lastRound(state)!
  const { fix: made } = last
  const addressed = new Set(made!.results.at(-1)!.addressed.map(({ id }) => id))
  const entries = state.ledger.filter(({ id, blocking }) => blocking && addressed.has(id))
  const certificates = await ports.certify(entries, fixBetween(last, made!.point), null)
  ports.signal.throwIfAborted()
  // Its tests may have taken long.
  const moved = await movedSince(state, ports)
  if (moved.length > 0) return moved
  const why = await ports.unwanted()
  if (why !== null) return [{ type: 'fix-unwanted', round, why }]
  const files = [...new Set(made!.results.flatMap(({ changedFiles }) => changedFiles))]
  begin(pointOf(state))
  const { session } = state.started!
  const message = commitMessage({ round, results: made!.results, ledger: state.ledger, session, certificates })
  const done = await ports.commit({ round, files, message })
  const point: WorkPoint = await ports.point(state.outputs)
  if ('commit' in done) return [{ type: 'fix-committed', round, commit: done.commit, point }]
  const hook = { command: 'git commit', status: 'failed', exitCode: 1, durationMs: 0, output: done.refused } as const
  const before = made!.validations[made!.results.length - 1] ?? []
  return [{ type: 'fix-validated', round, attempt: made!.results.length, validations: [...before, hook] }]
}

async function revert(
  { round, why }: Extract<LoopAction, { step: 'revert' }>,
  state: LoopState,
  ports: LoopPorts,
  begin: Begin,
): Promise<readonly SessionFact[]> {
  const of = fixedRound(state)
  begin(pointOf(state))
  const message = `revert: take back the fix of round ${of.round}\n\n${why}.\n\nReview-Loop: ${state.started!.session} round ${round}`
  const reverted = await ports.revert(of.fix!.commit!, message)
  return [{ type: 'rolled-back', round, why, commit: reverted, point: await ports.point(state.outputs) }]
}
