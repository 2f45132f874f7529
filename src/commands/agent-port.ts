import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { AgentMachine } from '../agents/agent.ts'
import { type GuardedAgent, guardAgent } from '../agents/guarded-agent.ts'
import { createAgent } from '../agents/index.ts'
import { decideSandbox } from '../agents/sandbox/decide-sandbox.ts'
import { probeSandbox } from '../agents/sandbox/probe-sandbox.ts'
import { maskSecret, redact } from '../core/redact.ts'
import type { AgentPort } from '../run/ports.ts'
import type { AgentSettings, Json } from '../types.ts'
import type { AgentRequest } from './agent-plan.ts'
import type { AgentResources } from './agent-resources.ts'

/** One agent as a review round sees it. */
export async function agentPort(
  settings: AgentSettings,
  request: AgentRequest,
  shared: AgentResources,
): Promise<AgentPort> {
  const { repository, config, variables } = request
  const machine: AgentMachine = {
    variables,
    root: repository.root,
    transcripts: join(request.reviewDir, 'transcripts'),
    mask: (line) => redact(line, secretValues(variables)),
    sandbox: config.sandbox,
    prices: config.prices,
  }
  const agent = await createAgent(settings, machine)
  if (agent === undefined) throw new Error(`${settings.kind} takes no tasks`)
  const decision = decideSandbox(config.sandbox, await probeSandbox(), settings.kind)
  // What starts no program of its own cannot write.
  const held =
    settings.kind === 'api' ||
    settings.kind === 'replay' ||
    (decision.kind === 'run' && decision.level.kind === 'bubblewrap')
  const guarded = guardAgent(agent, { ...shared, repository, held })
  const { model } = settings
  return { ...maskReplies(guarded, secretValues(variables)), model, identity: identityOf(settings, repository.root) }
}

/** What an answer depends on besides the task. A script is what is in its file, not what it is called. */
function identityOf({ kind, model, command, provider, baseUrl, shell }: AgentSettings, root: string): string {
  const files = (command ?? '').split(/["'\s]+/).flatMap((word) => contentHash(resolve(root, word)) ?? [])
  return JSON.stringify([kind, model, command, provider, baseUrl, shell, files])
}

const largestScript = 4 * 1024 * 1024

function contentHash(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat?.isFile() || stat.size > largestScript) return undefined
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

/** An agent that repeats its key, or what `env:` gave it, must not bring it into the result. */
function maskReplies(agent: GuardedAgent, values: readonly string[]): GuardedAgent {
  const mask = (text: string): string =>
    values.reduce((masked, value) => masked.replaceAll(value, maskSecret(value)), text)
  return {
    name: agent.name,
    run: async (task, signal, onTurn) => {
      const reply = await agent.run(task, signal, onTurn)
      const structured: Json = reply.structured === null ? null : JSON.parse(mask(JSON.stringify(reply.structured)))
      return { ...reply, text: mask(reply.text), reason: reply.reason === null ? null : mask(reply.reason), structured }
    },
  }
}

/** Our own keys, so that they are masked wherever a program prints them. */
function secretValues(variables: AgentRequest['variables']): readonly string[] {
  return Object.entries(variables).flatMap(([name, value]) =>
    /(KEY|TOKEN|SECRET|PASSWORD)$/.test(name) && value !== undefined && value.length >= 8 ? [value] : [],
  )
}
