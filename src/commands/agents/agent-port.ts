import { join } from 'node:path'
import type { AgentMachine } from '../../agents/agent.ts'
import { type GuardedAgent, guardAgent } from '../../agents/guarded-agent.ts'
import { createAgent } from '../../agents/index.ts'
import { decideSandbox, isHeld, noSandbox } from '../../agents/sandbox/decide-sandbox.ts'
import { probeSandbox } from '../../agents/sandbox/probe-sandbox.ts'
import { secretValues } from '../../core/agents/secret-values.ts'
import { given } from '../../core/values/given.ts'
import { maskValues, redact } from '../../core/values/redact.ts'
import type { AgentPort } from '../../run/ports.ts'
import type { AgentSettings, Json } from '../../types.ts'
import { identityOf } from './agent-identity.ts'
import type { AgentRequest } from './agent-plan.ts'
import type { AgentResources } from './agent-resources.ts'

/** One agent as a review round sees it. */
export async function agentPort(
  settings: AgentSettings,
  request: Pick<AgentRequest, 'repository' | 'config' | 'variables' | 'reviewDir'>,
  shared: AgentResources,
): Promise<AgentPort> {
  const { repository, config, variables } = request
  const secrets = secretValues(variables, settings)
  const machine: AgentMachine = {
    variables,
    root: repository.root,
    transcripts: join(request.reviewDir, 'transcripts'),
    mask: (line) => redact(line, secrets),
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
  return { ...maskReplies(guarded, secrets), model, identity: identityOf(settings, repository.root) }
}

/** An agent that repeats its key, or what `env:` gave it, must not bring it into the result. */
function maskReplies(agent: GuardedAgent, values: readonly string[]): GuardedAgent {
  const mask = (text: string): string => maskValues(text, values)
  return {
    name: agent.name,
    run: async (task, signal, onTurn) => {
      const reply = await agent.run(task, signal, onTurn)
      const reason = reply.reason === null ? null : mask(reply.reason)
      const structured = reply.structured === null ? null : mapStrings(reply.structured, mask)
      return { ...reply, text: mask(reply.text), reason, structured }
    },
  }
}

function mapStrings(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value)
  if (typeof value !== 'object' || value === null) return value
  if (isList(value)) return value.map((member) => mapStrings(member, change))
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapStrings(member, change)]))
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
