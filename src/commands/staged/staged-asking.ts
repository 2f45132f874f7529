import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { toJsonSchema } from '@valibot/to-json-schema'
import { neverReject } from '../../agents/reply.ts'
import type { RunConfig } from '../../config/run-schema.ts'
import { stagedPromptNames } from '../../core/staged/prompts/templates.ts'
import { gateReplySchema } from '../../core/staged/replies/gate-reply.ts'
import { writeQuickly } from '../../io/files.ts'
import { ensureStateFolder } from '../../io/state-folder.ts'
import type { AgentPort } from '../../run/ports.ts'
import { stagedAgents } from '../../run/staged/agents.ts'
import type { Asking, StagedAgent } from '../../run/staged/asking.ts'
import type { StagedAgents, WorkPort } from '../../run/staged/ports.ts'
import type { AgentSettings } from '../../types.ts'
import { type AgentRequest, asJson } from '../agents/agent-plan.ts'
import { agentPort } from '../agents/agent-port.ts'
import { agentResources } from '../agents/agent-resources.ts'
import { readPrompts } from '../prompts.ts'
import { copyPerCall } from './copy-per-call.ts'
import { backendOf, type ChosenStagedAgents, isClaudePath } from './staged-agents.ts'

export interface AskingRequest
  extends Pick<
    AgentRequest,
    'flags' | 'config' | 'repository' | 'variables' | 'reviewDir' | 'rules' | 'session' | 'emit'
  > {
  readonly run: RunConfig
  readonly work: WorkPort
  readonly signal: AbortSignal
}

/** The agents of a staged run, ready to be asked: they share turns and budget, and no copy of the files. */
export async function prepareStagedAgents(
  request: AskingRequest,
  { agents }: ChosenStagedAgents,
): Promise<StagedAgents> {
  const { config, run, repository, session, work, signal, emit } = request
  const shared = { ...agentResources(request), copies: copyPerCall(repository) }
  const called = async (settings: AgentSettings): Promise<StagedAgent> => ({
    port: await agentPort(settings, request, shared),
    backend: backendOf(settings),
    tellsToolCalls: settings.kind !== 'command' && settings.kind !== 'replay',
  })
  const reviewer = await called(agents.reviewer)
  const asking: Asking = {
    agents: {
      planner: await called(agents.planner),
      executor: await called(agents.executor),
      reviewer: isClaudePath(agents.reviewer)
        ? { ...reviewer, port: withPromptFile(reviewer.port, repository.root, session) }
        : reviewer,
    },
    work,
    prompts: readPrompts(stagedPromptNames),
    rules: request.rules.rules,
    focus: { review: run.review_focus, quality: run.quality_focus, style: run.review_style },
    gate: {
      skipPaths: run.adversarial_gate_skip_paths,
      schema: asJson(toJsonSchema(gateReplySchema, { errorMode: 'ignore' })),
    },
    rejected: new Map(),
    session,
    workspace: repository.root,
    budget: config.budget,
    clock: () => performance.now(),
    signal,
    onNotice: (message) => emit({ type: 'notice', message }),
  }
  return stagedAgents(asking)
}

/** The prompt can be read in `.review-loop/tmp/` as long as the call takes. */
export function withPromptFile(port: AgentPort, root: string, session: string): AgentPort {
  return {
    ...port,
    run: (task, signal, onTurn) =>
      neverReject(async () => {
        const file = join(ensureStateFolder(root), 'tmp', `${session}-reviewer-prompt.txt`)
        try {
          writeQuickly(file, task.prompt)
          return await port.run(task, signal, onTurn)
        } finally {
          rmSync(file, { force: true })
        }
      }),
  }
}
