import { type BlockEvent, deliveryBlock } from '../delivery-block.ts'
import { acceptTree, clearStages, verifyTree, withMetadata } from '../session-file/session-changes.ts'
import { completedStagesOf, deliveryBlockOf } from '../session-file/session-defaults.ts'
import type { SessionDocument } from '../session-file/session-document.ts'
import { approvePlan } from '../session-file/session-plan.ts'
import { startSession } from '../session-file/start-session.ts'
import { mint } from '../stages.ts'
import type { Fact, RunEvent, RunFact } from './facts.ts'
import { importedDocument } from './fold-import.ts'
import type { KeptTree } from './policy.ts'
import { type SessionDraft, toldRound, withNote } from './session-draft.ts'
import { baselineTold, gateTold, preflightTold, workTold } from './session-rounds.ts'

/** The session file from the journal; null before there is one. */
export function sessionOf(events: readonly RunEvent[]): SessionDocument | null {
  return events.reduce<SessionDraft | null>(draftAfter, null)?.document ?? null
}

/** The session file after one more fact. */
export function draftAfter(draft: SessionDraft | null, fact: RunFact): SessionDraft | null {
  const begun = beginning(fact)
  if (begun !== null) return { document: begun, round: null, question: null }
  return draft === null ? null : changed(draft, fact)
}

function beginning(fact: RunFact): SessionDocument | null {
  if (fact.type === 'imported') return importedDocument(fact.text)
  if (fact.type !== 'run-started' || fact.begin === null) return null
  return startSession(fact.begin, treeOf(fact.tree), fact.backends)
}

function changed(draft: SessionDraft, fact: RunFact): SessionDraft {
  switch (fact.type) {
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
    case 'minted':
      return minted(toldRound(draft), fact)
    case 'cleared':
      return inDocument(draft, (document) => clearStages(document, fact.why))
    case 'ignores-written':
      return withNote(draft, `Added to the ignore file: ${fact.patterns.join(', ')}`)
    case 'drift-accepted':
      return accepted(draft, fact)
    case 'asked':
      return { ...verified(draft, fact.tree), question: fact.question }
    case 'answered':
      return answered(draft, fact)
    case 'decided':
      return withNote(draft, `Decided by ${fact.by}: ${fact.answer.text} (${fact.reason})`)
    case 'stopped':
      return blockAfter(verified(toldRound(draft), fact.tree), { type: 'stopped' })
    case 'delivered':
      return blockAfter(delivered(toldRound(draft), fact), { type: 'delivered' })
    case 'interrupted':
      return blockAfter(draft, { type: 'interrupted' })
    case 'ended':
      return ended(toldRound(draft), fact)
    default:
      return draft
  }
}

function entered(draft: SessionDraft, { pass }: Fact<'entered'>): SessionDraft {
  return pass === 'plan' ? draft : inDocument(draft, (document) => ({ ...document, currentPhase: 'execution' }))
}

function minted(draft: SessionDraft, { stage }: Fact<'minted'>): SessionDraft {
  return inDocument(draft, (document) =>
    withMetadata(document, { completed_stages: mint(completedStagesOf(document.metadata), stage) }),
  )
}

function accepted(draft: SessionDraft, { kind, by, tree }: Fact<'drift-accepted'>): SessionDraft {
  const event = kind === 'drift' ? 'drift-accepted' : 'baseline-backfilled'
  const told = withNote(draft, `The tree as it is was accepted: ${by}`)
  return inDocument(told, (document) => acceptTree(document, treeOf(tree), event))
}

function answered(draft: SessionDraft, { answer, by }: Fact<'answered'>): SessionDraft {
  const { question } = draft
  const told = withNote({ ...draft, question: null }, `Answer of ${by}: ${answer.choice}. ${answer.text}`)
  return question?.kind === 'blocked' ? blockAfter(told, { type: 'block-answered' }) : told
}

/** The line in the changelog and the commit of what was validated clear nothing. */
function delivered(draft: SessionDraft, { commit, tree }: Fact<'delivered'>): SessionDraft {
  return inDocument(verified(draft, tree), (document) => {
    const { session_commits = [] } = document.metadata.values
    return commit === null ? document : withMetadata(document, { session_commits: [...session_commits, commit] })
  })
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

function verified(draft: SessionDraft, tree: KeptTree | null): SessionDraft {
  return tree === null ? draft : inDocument(draft, (document) => verifyTree(document, treeOf(tree)))
}

function inDocument(draft: SessionDraft, change: (document: SessionDocument) => SessionDocument): SessionDraft {
  return { ...draft, document: change(draft.document) }
}

function treeOf({ head, dirty }: KeptTree): Parameters<typeof verifyTree>[1] {
  return { head, dirty: new Map(Object.entries(dirty)) }
}
