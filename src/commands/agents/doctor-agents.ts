import type { Surroundings } from '../../agents/check-agent.ts'
import { findUsable, lookAt } from '../../agents/usable.ts'
import { plain, selectAgent } from '../../core/agents/select.ts'
import { cliBackends } from '../../registry.ts'
import type { Check } from '../../report/review/checks.ts'
import type { AgentRole, AgentSettings, Config } from '../../types.ts'

// Which agents are here, which are configured, and who would do what.

export interface AgentReport {
  readonly name: string
  readonly kind: string
  readonly model: string | null
  /** Of its program, where that is easily known. */
  readonly version: string | null
  readonly shell: AgentSettings['shell']
  readonly usable: boolean
  /** Where its right to use a model comes from, or why it cannot be used. */
  readonly detail: string
  readonly hint: string | null
}

export interface RoleReport {
  readonly role: AgentRole
  /** Null: nobody. */
  readonly agent: string | null
  readonly usable: boolean
  readonly detail: string
}

/** The programs we know, installed or not. */
export async function knownPrograms(here: Surroundings): Promise<readonly Check[]> {
  return Promise.all(
    Object.values(cliBackends).map(async (load): Promise<Check> => {
      const { kind, abilities, testedVersion } = await load()
      const { usable, detail, hint, version } = await reportOn(plain(kind), here)
      const other = version === null || version === testedVersion ? '' : ` (tested with ${testedVersion})`
      const which = version === null ? '' : `; version ${version}${other}`
      const canDo = usable ? `; ${abilities.roles}; read-only (${abilities.readOnly})` : ''
      return {
        group: programsGroup,
        name: kind,
        status: usable ? 'ok' : 'absent',
        detail: `${detail}${which}${canDo}`,
        // Nobody needs all of them.
        hint: detail === withoutAccess ? hint : null,
      }
    }),
  )
}

const programsGroup = 'Agents (none is needed; choose one with --agent)'

/** Whom `auto` takes. */
export async function checkAuto(config: Config, here: Surroundings): Promise<Check> {
  const usable = await findUsable(config.agents, here)
  return {
    group: programsGroup,
    name: 'auto',
    status: usable === undefined ? 'absent' : 'ok',
    detail: usable === undefined ? 'would use the built-in reviewers alone' : `would use ${usable.name}`,
    hint: null,
  }
}

export function configuredAgents(config: Config, here: Surroundings): Promise<readonly AgentReport[]> {
  return Promise.all(config.agents.map((settings) => reportOn(settings, here)))
}

export function agentChecks(agents: readonly AgentReport[]): readonly Check[] {
  return agents.map(({ name, kind, model, shell, usable, detail, hint }) => ({
    group: 'Configured agents',
    name,
    status: usable ? 'ok' : 'absent',
    detail: `${kind}${model === null ? '' : ` ${model}`}; ${detail}${shell === 'never' ? '; shell: never' : ''}`,
    hint,
  }))
}

const withoutAccess = 'installed, without a key or a log-in'

async function reportOn(settings: AgentSettings, here: Surroundings): Promise<AgentReport> {
  const { name, kind, model, shell } = settings
  const { problem, access, version } = await lookAt(settings, here)
  const known = { name, kind, model, version, shell }
  if (problem !== null) return { ...known, usable: false, detail: problem.problem, hint: problem.hint }
  if (access.kind === 'none') return { ...known, usable: false, detail: withoutAccess, hint: access.advice }
  return { ...known, usable: true, detail: access.kind === 'own' ? 'ready' : access.kind, hint: null }
}

const roles: readonly AgentRole[] = ['reviewer', 'verifier', 'fixer', 'planner', 'executor']

/** Who would do what, as it is configured: flags may say otherwise. */
export async function assignRoles(config: Config, here: Surroundings): Promise<readonly RoleReport[]> {
  const reviewer = await assign('reviewer', config.roles.reviewer ?? 'builtin', config, here)
  const others = roles
    .filter((role) => role !== 'reviewer')
    .map((role) => {
      const word = config.roles[role]
      if (word !== null) return assign(role, word, config, here)
      return role === 'verifier' ? { ...reviewer, role, ...secondLook(reviewer) } : unset(role)
    })
  return [reviewer, ...(await Promise.all(others))]
}

async function assign(role: AgentRole, word: string, config: Config, here: Surroundings): Promise<RoleReport> {
  const selected = selectAgent(word, config.agents)
  if ('problem' in selected) return { role, agent: word, usable: false, detail: selected.problem }
  if (selected.kind === 'none') return { role, agent: null, usable: true, detail: 'nobody (none)' }
  const chosen = selected.kind === 'agent' ? selected.settings : await findUsable(config.agents, here)
  if (chosen === undefined || chosen.kind === 'builtin') {
    return { role, agent: 'builtin', usable: true, detail: 'the built-in reviewers alone' }
  }
  const { name, kind, model, usable, detail } = await reportOn(chosen, here)
  const who = `${name} (${model === null ? kind : `${kind} ${model}`}${selected.kind === 'auto' ? ', by auto' : ''})`
  return { role, agent: name, usable, detail: usable ? who : `${who}: ${detail}` }
}

function secondLook({ agent, detail }: RoleReport): Pick<RoleReport, 'agent' | 'detail'> {
  if (agent === null || agent === 'builtin') return { agent: null, detail: 'nobody: no agent reviews' }
  return { agent, detail: `${detail}, in a fresh call` }
}

function unset(role: AgentRole): RoleReport {
  return { role, agent: null, usable: true, detail: 'not set' }
}

/** A role whose agent cannot be used stops a review. */
export function roleChecks(reports: readonly RoleReport[]): readonly Check[] {
  return reports.map(({ role, agent, usable, detail }) => ({
    group: 'Roles',
    name: role,
    status: !usable ? 'missing' : agent === null ? 'absent' : 'ok',
    detail,
    hint: usable ? null : `name another one in the configuration (roles.${role}) or with a flag`,
  }))
}
