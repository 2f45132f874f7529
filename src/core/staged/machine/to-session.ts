import { undoneLine } from '../../fix/undone.ts'
import { type BlockEvent, deliveryBlock } from '../delivery-block.ts'
import { driftText } from '../drift.ts'
import { changedByHookLine, foreignEditsLine } from '../foreign-edits.ts'
import { answerLine, decisionLine, questionLine, withdrawnLine } from '../run-answer.ts'
import { acceptTree, clearStages, verifyTree, withMetadata } from '../session-file/session-changes.ts'
import { completedStagesOf, deliveryBlockOf, planSourceOf } from '../session-file/session-defaults.ts'
import type { SessionDocument } from '../session-file/session-document.ts'
import { approvePlan } from '../session-file/session-plan.ts'
import { startSession } from '../session-file/start-session.ts'
import { planPass } from '../stage-table.ts'
import { completeStage } from '../stages.ts'
import type { Fact, RunEvent, RunFact } from './facts.ts'
import { goesOn } from './fold-answer.ts'
import { importedDocument } from './fold-import.ts'
import type { TreeSnapshot } from './policy.ts'
import { type SessionDraft, shownDocument, toldRound, withNote } from './session-draft.ts'
import { baselineTold, gateTold, preflightTold, workTold } from './session-rounds.ts'
import { supportedDocument } from './supported-claims.ts'

/** The session file from the journal; null before there is one. */
export function sessionOf(events: readonly RunEvent[]): SessionDocument | null {
  return shownDocument(events.reduce<SessionDraft | null>(draftAfter, null))
}

/** The session file after one more fact. */
export function draftAfter(draft: SessionDraft | null, fact: RunFact): SessionDraft | null {
  if (fact.type === 'imported') return draftOf(supportedDocument(importedDocument(fact.text), fact.unapproved))
  if (fact.type === 'run-started') return unreadDraft(fact)
  if (draft?.unread === undefined) return draft === null ? null : changed(draft, fact)
  const { begin, backends } = draft.unread
  return fact.type === 'work-read' ? draftOf(startSession(begin, treeOf(fact.tree), backends)) : draft
}

function draftOf(document: SessionDocument): SessionDraft {
  return { document, round: null, question: null, drift: [] }
}

function unreadDraft({ begin, backends }: Fact<'run-started'>): SessionDraft | null {
  if (begin === null) return null
  return { ...draftOf(startSession(begin, treeOf({ head: null, dirty: {} }), backends)), unread: { begin, backends } }
}

function changed(draft: SessionDraft, fact: RunFact): SessionDraft {
  switch (fact.type) {
    case 'resumed':
      return resumed(draft)
    case 'undone':
      return withNote(draft, undoneLine(fact))
    case 'entered':
      return entered(toldRound(draft), fact)
    case 'written':
    case 'writer-rejected':
    case 'reviewed':
    case 'reviewer-failed':
    case 'checked':
    case 'rolled-back':
      return workTold(draft, fact)
    case 'baseline-validated':
      return baselineTold(draft, fact)
    case 'gate-passed':
    case 'gate-skipped':
    case 'gate-blocked':
      return gateTold(draft, fact)
    case 'preflight':
      return preflightTold(draft, fact)
    case 'plan-approved':
      return inDocument(toldRound(draft), (document) => approvePlan(document, fact.text))
    case 'stage-completed':
      return stageCompleted(toldRound(draft), fact)
    case 'cleared':
      return inDocument(draft, clearStages)
    case 'ignores-written':
      return withNote(draft, `Added to the ignore file: ${fact.patterns.join(', ')}`)
    case 'drift-found':
      return { ...draft, drift: fact.reasons }
    case 'drift-accepted':
      return accepted(draft, fact)
    case 'drift-withdrawn':
      return withNote(withoutDriftQuestion(draft), withdrawnLine(fact))
    case 'asked':
      return asked(verified(draft, fact.tree), fact)
    case 'answered':
      return answered(draft, fact)
    case 'decided':
      return withNote(withNote(draft, questionLine(fact.question)), decisionLine(fact))
    case 'stopped':
      return blockAfter(verified(draft, fact.tree), { type: 'stopped' })
    case 'delivered':
      return blockAfter(deliveredTold(delivered(toldRound(draft), fact), fact), { type: 'delivered' })
    case 'interrupted':
      return blockAfter(draft, { type: 'interrupted' })
    case 'ended':
      return ended(draft, fact)
    case 'post-reviewed':
      return postReviewed(draft, fact)
    default:
      return draft
  }
}

/** The round goes on: it is not told a second time. */
function resumed(draft: SessionDraft): SessionDraft {
  const isLookedAtAgain = draft.round?.verdict === null && draft.round.failures.length > 0
  const told = isLookedAtAgain ? withNote(draft, 'Resumed: the reviewer is asked again.') : draft
  return inDocument(told, withOrigin)
}

/** Other tools may leave out where a session came from. */
function withOrigin(document: SessionDocument): SessionDocument {
  const { entry_point = 'execute-from-session' } = document.metadata.values
  const plan = document.approvedPlan === null ? {} : { plan_source: planSourceOf(document) }
  return withMetadata(document, { entry_point, ...plan })
}

function entered(draft: SessionDraft, { pass }: Fact<'entered'>): SessionDraft {
  return pass === planPass ? draft : inDocument(draft, (document) => ({ ...document, currentPhase: 'execution' }))
}

function stageCompleted(draft: SessionDraft, { stage }: Fact<'stage-completed'>): SessionDraft {
  return inDocument(draft, (document) =>
    withMetadata(document, { completed_stages: completeStage(completedStagesOf(document.metadata), stage) }),
  )
}

function accepted(draft: SessionDraft, { by, tree }: Fact<'drift-accepted'>): SessionDraft {
  const found = draft.drift.length === 0 ? '' : ` (${draft.drift.map(driftText).join('; ')})`
  const told = withNote({ ...draft, question: null, drift: [] }, `The tree as it is was accepted: ${by}${found}`)
  return inDocument(told, (document) => acceptTree(document, treeOf(tree)))
}

function withoutDriftQuestion(draft: SessionDraft): SessionDraft {
  return draft.question?.kind === 'drift' ? { ...draft, question: null } : draft
}

function asked(draft: SessionDraft, { question }: Fact<'asked'>): SessionDraft {
  return { ...withNote(draft, questionLine(question)), question }
}

function answered(draft: SessionDraft, { answer, by }: Fact<'answered'>): SessionDraft {
  const { question } = draft
  if (question === null) return draft
  const told = withNote({ ...draft, question: null }, `Answer of ${by}: ${answerLine(answer, question)}`)
  const isSettled = question.kind === 'blocked' || goesOn(answer, deliveryBlockOf(draft.document.metadata))
  return isSettled ? blockAfter(told, { type: 'block-answered' }) : told
}

/** The line in the changelog and the commit of what was validated clear nothing. */
function delivered(draft: SessionDraft, { commit, tree }: Pick<Fact<'delivered'>, 'commit' | 'tree'>): SessionDraft {
  return inDocument(verified(draft, tree), (document) => {
    const { session_commits = [] } = document.metadata.values
    return commit === null ? document : withMetadata(document, { session_commits: [...session_commits, commit] })
  })
}

/** What a hook made of the files was validated by no stage. */
function deliveredTold(draft: SessionDraft, { mixed, changedByHook }: Fact<'delivered'>): SessionDraft {
  const told = mixed.length === 0 ? draft : withNote(draft, foreignEditsLine(mixed))
  return changedByHook.length === 0 ? told : inDocument(withNote(told, changedByHookLine(changedByHook)), clearStages)
}

/** A tree with its fixes was validated by no stage. */
function postReviewed(draft: SessionDraft, { review, tree }: Fact<'post-reviewed'>): SessionDraft {
  const { files, commits, outcome, reason } = review
  const changed = files.length === 0 ? '' : ` Its fixes changed ${files.join(', ')}: no stage is complete for that.`
  const told = withNote(draft, `Review after the run (${outcome}): ${reason}${changed}`)
  const cleared = files.length === 0 ? told : inDocument(told, clearStages)
  return commits.reduce((next, commit) => delivered(next, { commit, tree }), delivered(cleared, { commit: null, tree }))
}

function ended(draft: SessionDraft, { blockedBy, outcome, reason, tree }: Fact<'ended'>): SessionDraft {
  const told = withNote(verified(draft, tree), `Ended (${outcome}): ${reason}`)
  if (blockedBy === null || blockedBy === 'user-abort') return told
  return blockAfter(told, { type: 'stage-capped', stage: blockedBy })
}

function blockAfter(draft: SessionDraft, event: BlockEvent): SessionDraft {
  return inDocument(draft, (document) =>
    withMetadata(document, { delivery_blocked_by: deliveryBlock(deliveryBlockOf(document.metadata), event) }),
  )
}

function verified(draft: SessionDraft, tree: TreeSnapshot | null): SessionDraft {
  return tree === null ? draft : inDocument(draft, (document) => verifyTree(document, treeOf(tree)))
}

function inDocument(draft: SessionDraft, change: (document: SessionDocument) => SessionDocument): SessionDraft {
  return { ...draft, document: change(draft.document) }
}

function treeOf({ head, dirty }: TreeSnapshot): Parameters<typeof verifyTree>[1] {
  return { head, dirty: new Map(Object.entries(dirty)) }
}
