import type { Assignment } from '../../core/panel/plan-panel.ts'
import type { AgentTask, RawFinding, ReviewerOutcome } from '../../types.ts'
import type { AskResult } from '../agent-calls.ts'
import type { AgentPort } from '../ports.ts'

export interface PanelCall {
  readonly agent: AgentPort
  readonly task: AgentTask
}

/** What came of an assignment. */
export interface PanelAnswer extends Pick<AskResult<unknown>, 'stoodInFor'> {
  readonly assignment: Assignment
  readonly outcome: ReviewerOutcome
  readonly call: PanelCall
  /** Undefined when there is no answer that counts. */
  readonly answer: readonly RawFinding[] | undefined
}
