import { join } from 'node:path'
import type { AgentMachine } from '../../agents/agent-machine.ts'
import { guardAgent } from '../../agents/guarded-agent.ts'
import { createAgent } from '../../agents/index.ts'
import { decideSandbox, isHeld, noSandbox } from '../../agents/sandbox/decide-sandbox.ts'
import { probeSandbox } from '../../agents/sandbox/probe-sandbox.ts'
import { secretValues } from '../../core/agents/secret-values.ts'
import { given } from '../../core/values/given.ts'
import { mapStrings } from '../../core/values/map-strings.ts'
import { maskValues } from '../../core/values/redact.ts'
import { hideValues, mask } from '../../io/masking.ts'
import type { AgentPort } from '../../run/ports.ts'
import type { Agent, AgentSettings } from '../../types.ts'
import { identityOf } from './agent-identity.ts'
import type { AgentResources, ResourceRequest } from './agent-resources.ts'

export interface PortRequest extends Pick<ResourceRequest, 'repository' | 'config'> {
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Of this review, relative to the root. */
  readonly reviewDir: string
}

/** One agent as a review round sees it. */
export async function agentPort(
  settings: AgentSettings,
  request: PortRequest,
  shared: AgentResources,
): Promise<AgentPort> {
  const { repository, config, variables } = request
  hideValues(secretValues(variables, settings))
  const machine: AgentMachine = {
    variables,
    root: repository.root,
    transcripts: join(request.reviewDir, 'transcripts'),
    sandbox: config.sandbox,
    prices: config.prices,
  }
  const agent = await createAgent(settings, machine)
  if (agent === undefined) throw new Error(`${settings.kind} takes no tasks`)
  const decision = decideSandbox(config.sandbox, await probeSandbox(), settings.kind)
  if (decision.kind === 'run' && decision.notice !== null) shared.onNotice(decision.notice)
  const held = isHeld(decision, settings.kind)
  // Who requires a sandbox is not asked outside of it.
  const free = config.sandbox === 'auto' ? await createAgent(settings, { ...machine, sandbox: 'off' }) : undefined
  const outside = free && { agent: free, onUse: (reason: string) => shared.onNotice(noSandbox(reason)) }
  const guarded = guardAgent(agent, { ...shared, repository, held, ...given({ outside }) })
  const { model } = settings
  return { ...maskWords(guarded), model, identity: identityOf(settings, repository.root) }
}

/**
 * Masks what an agent is told, and the known secrets in what it says. The rest of its answer stays to the letter: quotes in it
 * are looked for in the code.
 */
function maskWords(agent: Agent): Agent {
  return {
    name: agent.name,
    run: async (task, signal, onTurn) => {
      const reply = await agent.run({ ...task, prompt: mask(task.prompt) }, signal, onTurn)
      const known = hideValues([])
      return mapStrings(reply, (text) => maskValues(text, known))
    },
  }
}
