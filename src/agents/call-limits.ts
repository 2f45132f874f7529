import type { AgentTask } from '../types.ts'
import type { ChildLimits } from './supervise/child.ts'

/** What holds every program that is called for a task. */
export function callLimits({ budget }: AgentTask): ChildLimits {
  return { wallMs: budget.seconds * 1000, idleMs, outputBytes: 200 * 1024 * 1024, stderrBytes: 64 * 1024 }
}

/** Nothing printed for so long means that it hangs; programs that wait for a model report their retries. */
const idleMs = 5 * 60_000
