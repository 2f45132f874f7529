import type { ProjectRule } from '../../core/agents/prompts.ts'
import type { ReviewFocus } from '../../core/staged/prompts/reviewer-prompt.ts'
import type { StagedPrompts } from '../../core/staged/prompts/templates.ts'
import type { AgentBudget, AgentReply, AgentTask, Json } from '../../types.ts'
import type { AgentPort } from '../ports.ts'
import type { RunView, WorkPort } from './ports.ts'

// What it takes to ask the agents of a staged run.

/** Who plays a role. */
export interface StagedAgent {
  readonly port: AgentPort
  /** As session files name it: claude-cli, codex, … */
  readonly backend: string
  /** Whether the number of tool calls in its replies is one: some programs do not tell. */
  readonly tellsToolCalls: boolean
}

export type StagedRole = 'planner' | 'executor' | 'reviewer'

export interface Asking {
  readonly agents: Readonly<Record<StagedRole, StagedAgent>>
  readonly work: WorkPort
  readonly prompts: StagedPrompts
  readonly rules: readonly ProjectRule[]
  readonly focus: ReviewFocus
  readonly gate: {
    /** Where every changed file fits one of these, in the syntax of .gitignore, there is nothing for the gate to do. */
    readonly skipPaths: readonly string[]
    /** JSON Schema of its reply. */
    readonly schema: Json
  }
  /** Answers that did not count, as long as this process lives: whoever is asked again is shown them. */
  readonly rejected: Map<'writer' | 'reviewer', string>
  readonly session: string
  /** Absolute path of the folder they work in. */
  readonly workspace: string
  readonly budget: AgentBudget
  /** Milliseconds; only differences count. */
  readonly clock: () => number
  readonly signal: AbortSignal
  /** For what no fact tells. */
  readonly onNotice: (message: string) => void
}

type Order = Pick<AgentTask, 'name' | 'round' | 'prompt' | 'files'> & Partial<Pick<AgentTask, 'schema'>>

export interface Asked {
  readonly reply: AgentReply
  /** For the facts of the journal. */
  readonly spent: { readonly backend: string; readonly usage: AgentReply['usage']; readonly durationMs: number }
}

/** One call. Only an executor may write. */
export async function ask(role: StagedRole, order: Order, asking: Asking): Promise<Asked> {
  const { session, workspace, budget, clock, signal } = asking
  const { port, backend } = asking.agents[role]
  const start = clock()
  const task: AgentTask = {
    schema: null,
    ...order,
    role,
    session,
    workspace,
    budget,
    mayWrite: role === 'executor',
    findings: [],
  }
  const reply = await port.run(task, signal)
  return { reply, spent: { backend, usage: reply.usage, durationMs: Math.round(clock() - start) } }
}

/** What all prompts of a run are made from. */
export function promptContext({ prompts, rules }: Asking, { document, sessionFile, state }: RunView) {
  return { prompts, rules, document, sessionFile, answers: state.answers }
}
