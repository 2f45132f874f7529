import { oneLine } from '../../core/loop/findings-document.ts'
import type { WorkPoint } from '../../core/loop/types.ts'
import { changedByCommands } from '../../core/staged/drift.ts'
import { type RunAction, restsOnFiles, type Step } from '../../core/staged/machine/actions.ts'
import { decideRun } from '../../core/staged/machine/decide.ts'
import { emptyRun } from '../../core/staged/machine/empty-run.ts'
import type { Fact, RunFact } from '../../core/staged/machine/facts.ts'
import { foldFact } from '../../core/staged/machine/fold.ts'
import { isOwnDrift, withdrawalOf } from '../../core/staged/machine/fold-tree.ts'
import type { TreeSnapshot } from '../../core/staged/machine/policy.ts'
import { answeredByFlag, isSamePoint, isVerified, type RunState } from '../../core/staged/machine/state.ts'
import type { Machine } from '../session/machine.ts'
import type { StagedPorts, Undelivered } from './ports.ts'

/** A staged run: the passes of all its stages, one after the other. */
export const stagedMachine: Machine<RunState, RunFact, RunAction, StagedPorts> = {
  initial: emptyRun,
  fold: foldFact,
  decide: decideRun,
  hasEnded: ({ outcome }) => outcome !== null,
  perform: async (action, state, ports, begin) => {
    const drift = restsOnFiles(action) ? await driftSince(state, ports) : []
    return drift.length > 0 ? drift : perform(action, state, ports, begin)
  },
}

type Begin = (point: WorkPoint) => void

async function endedBy({ outcome, reason, blockedBy }: Step<'end'>, ports: StagedPorts): Promise<RunFact> {
  return { type: 'ended', outcome, reason, blockedBy, tree: await verifiedTree(ports) }
}

/** Somebody else works here: nothing of theirs is overwritten, and it is a decision whether to go on with it. */
async function driftSince({ point: left, commandsLeft }: RunState, ports: StagedPorts): Promise<readonly RunFact[]> {
  const point = await ports.point()
  if (left === null || isSamePoint(left, point)) return []
  const found = await ports.drift(left, point)
  const isAsTheyLeft = commandsLeft !== null && isSamePoint(commandsLeft.point, point)
  const reasons = isAsTheyLeft ? changedByCommands(found, commandsLeft.commands) : found
  return [{ type: 'drift-found', kind: 'drift', reasons, point, tree: await ports.tree() }]
}

/** Before a run goes on: who was asked about the tree may have answered with the tree. */
export async function withdrawnDrift(
  state: RunState,
  { point }: Pick<StagedPorts, 'point'>,
): Promise<readonly RunFact[]> {
  const withdrawal = isOwnDrift(state) ? withdrawalOf(state, await point()) : null
  return withdrawal === null ? [] : [withdrawal]
}

async function perform(
  action: RunAction,
  state: RunState,
  ports: StagedPorts,
  begin: Begin,
): Promise<readonly RunFact[]> {
  if (action.step !== 'wait') return [await done(action, state, ports, begin)]
  const answer = answeredByFlag(action.question, state) ?? (await ports.ask(action.question))
  return answer === null ? [] : [{ type: 'answered', ...answer }]
}

async function done(
  action: Exclude<RunAction, { readonly step: 'wait' }>,
  state: RunState,
  ports: StagedPorts,
  begin: Begin,
): Promise<RunFact> {
  switch (action.step) {
    case 'end':
      return endedBy(action, ports)
    case 'read-work':
      return whole(ports, ports.readWork())
    case 'enter':
      return { type: 'entered', pass: action.pass }
    case 'approve-plan':
      return { type: 'plan-approved', text: action.text }
    case 'complete':
      return { type: 'stage-completed', stage: action.stage, why: action.why }
    case 'clear':
      return { type: 'cleared', why: action.why }
    case 'accept-drift':
      return driftAccepted(action, ports)
    case 'ask': {
      const question = { ...action.question, text: ports.phrase(action.question, ports.view()) }
      return { type: 'asked', question, tree: await verifiedTree(ports) }
    }
    case 'stop':
      return { type: 'stopped', stopPoint: action.at, tree: await verifiedTree(ports) }
    case 'review':
      return whole(ports, (action.by === 'checks' ? ports.checks : ports.agents.review)(action, ports.view()))
    case 'consult':
      return whole(ports, ports.agents.consult(action, ports.view()))
    case 'gate':
      return whole(ports, ports.agents.gate(action, ports.view()))
    case 'preflight':
      return { type: 'preflight', round: action.round, ...(await ports.preflight(ports.view())) }
    default:
      return write(action, state, ports, begin)
  }
}

/** Effects on files. The intent holds them as they are: what is cut off is undone to that before it is done again. */
async function write(
  action: Step<'baseline' | 'write' | 'check' | 'roll-back' | 'write-ignores' | 'deliver'>,
  state: RunState,
  ports: StagedPorts,
  begin: Begin,
): Promise<RunFact> {
  // It was looked just now whether they are as the run left them.
  const point = state.point ?? (await ports.point())
  begin(point)
  switch (action.step) {
    case 'baseline':
      return { type: 'baseline-validated', ...(await whole(ports, ports.validate(point))) }
    case 'write':
      return whole(ports, ports.agents.write(action, ports.view()))
    case 'check':
      return { type: 'checked', pass: action.pass, ...(await whole(ports, ports.validate(point))) }
    case 'roll-back':
      await ports.restore(action.to.tree)
      return { type: 'rolled-back', pass: action.pass, why: action.why, point: await ports.point() }
    case 'write-ignores':
      ports.writeIgnores(action.patterns)
      return { type: 'ignores-written', patterns: action.patterns, point: await ports.point() }
    case 'deliver': {
      const done = await ports.deliver(ports.view())
      if (!('commit' in done)) return endedBy(undelivered(done), ports)
      return { type: 'delivered', ...done, point: await ports.point(), tree: await ports.tree() }
    }
  }
}

/** For a person to see to, and then to resume. */
function undelivered(why: Undelivered): Step<'end'> {
  const [what, words] =
    'refused' in why
      ? ['A hook of the repository refused the commit', why.refused]
      : ['The commit could not be made', why.failed]
  const [said, ...more] = oneLine(words).match(/.{1,300}/gu) ?? ['']
  return { step: 'end', outcome: 'blocked', reason: `${what}: ${said}${more.length === 0 ? '' : '…'}`, blockedBy: null }
}

/** What was cut off by a stop has no result: it is asked for again. */
async function whole<Result>({ signal }: StagedPorts, work: Promise<Result>): Promise<Result> {
  const result = await work
  signal.throwIfAborted()
  return result
}

function driftAccepted({ by }: Step<'accept-drift'>, ports: StagedPorts): Fact<'drift-accepted'> {
  const { drift } = ports.view().state
  if (drift === null) throw new Error('a drift is accepted that was not found')
  return { type: 'drift-accepted', kind: drift.kind, by, tree: drift.tree }
}

/** The tree that the next batch must find; null while other work than that of the run is in it. */
async function verifiedTree(ports: StagedPorts): Promise<TreeSnapshot | null> {
  const { state } = ports.view()
  return isVerified(state) && isSamePoint(state.point, await ports.point()) ? ports.tree() : null
}
