import { join } from 'node:path'
import { type BudgetLimits, remainingBudget } from '../../core/fix/remaining-budget.ts'
import type { Fact, RunEvent, RunFact } from '../../core/staged/machine/facts.ts'
import { type SessionDraft, shownDocument } from '../../core/staged/machine/session-draft.ts'
import type { RunState } from '../../core/staged/machine/state.ts'
import { draftAfter } from '../../core/staged/machine/to-session.ts'
import { runFile } from '../../core/staged/session-file/session-document.ts'
import { renderSession } from '../../core/staged/session-file/session-render.ts'
import { writeWhole } from '../../io/files.ts'
import { openRun } from '../../io/run-journal.ts'
import { type OpenSession, openSession } from '../../run/session/open-session.ts'
import type { RunView } from '../../run/staged/ports.ts'
import { stagedMachine } from '../../run/staged/run-stages.ts'

/** A staged run that somebody works on. Its session file follows every event. */
export interface StagedSession extends OpenSession<RunState, RunFact> {
  readonly view: () => RunView
}

export function openStagedSession(
  root: string,
  id: string,
  onRunEvent: (event: RunEvent) => void = () => {},
): StagedSession {
  const journal = openRun(root, id)
  const sessionFile = runFile(id)
  let draft = journal.events.reduce<SessionDraft | null>(draftAfter, null)
  let text: string | null = null
  const session = openSession(stagedMachine, journal, () => new Date(), [writeFile, onRunEvent])
  return { ...session, view }

  /** What another tool wrote is in the journal before its file is written anew. */
  function writeFile(event: RunEvent): void {
    draft = draftAfter(draft, event)
    const document = shownDocument(draft)
    if (document === null) return
    const next = renderSession(document)
    if (next !== text) writeWhole(join(root, sessionFile), next)
    text = next
  }

  function view(): RunView {
    if (draft === null) throw new Error('the run has no session file yet')
    const isWritten = (event: RunEvent): event is RunEvent & Fact<'written'> => event.type === 'written'
    return {
      state: session.state(),
      document: draft.document,
      sessionFile,
      written: session.events().findLast(isWritten) ?? null,
    }
  }
}

/** What the session may still cost and take. */
export function limitsNow({ view, workedMs }: Pick<StagedSession, 'view' | 'workedMs'>): BudgetLimits {
  const { policy, usage } = view().state
  const { maxTimeMs = null, maxDollars = null } = policy ?? {}
  const whole = { ...(maxTimeMs === null ? {} : { maxTimeMs }), ...(maxDollars === null ? {} : { maxDollars }) }
  return remainingBudget(whole, usage, workedMs()).limits
}
