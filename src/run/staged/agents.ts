import { askDecision } from './ask-decision.ts'
import { askGate } from './ask-gate.ts'
import { askReviewer } from './ask-reviewer.ts'
import { askWriter } from './ask-writer.ts'
import type { Asking } from './asking.ts'
import type { StagedAgents } from './ports.ts'

/** The agents of a staged run, as the runner asks them. */
export function stagedAgents(asking: Asking): StagedAgents {
  return {
    write: (order, run) => askWriter(order, run, asking),
    review: (order, run) => askReviewer(order, run, asking),
    consult: (order, run) => askDecision(order, run, asking),
    gate: (order, run) => askGate(order, run, asking),
  }
}
