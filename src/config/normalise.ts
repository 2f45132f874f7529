import type { AgentSettings, Config, SeverityOverride, Waiver } from '../types.ts'
import type { FilledConfig } from './schema.ts'

/** What was written, with the names of our vocabulary; what was not written and has no default is null. */
export function normalise(filled: FilledConfig, waivers: readonly Waiver[]): Config {
  const { lines, unverified, ignore, incremental, validate, github, prices, sandbox } = filled
  return {
    base: filled.base ?? null,
    lines,
    confidenceFloor: filled.confidence_floor,
    unverified,
    ignore,
    severity: filled.severity.map(toOverride),
    builtin: { disable: filled.builtin.disable, rulesOff: filled.builtin.rules_off },
    limits: toLimits(filled.limits),
    incremental,
    import: toImport(filled.import),
    waivers,
    agents: Object.entries(filled.agents).map(([name, agent]) => toAgent(name, agent)),
    roles: toRoles(filled.roles),
    panel: toPanel(filled.panel),
    prices,
    loop: toLoop(filled.loop),
    validate,
    mail: toMail(filled.mail),
    cache: { maxMb: filled.cache.max_mb, days: filled.cache.days },
    github: toGithub(github),
    sandbox,
    concurrency: { overall: filled.concurrency.overall, perAgent: filled.concurrency.per_agent },
    budget: { ...filled.budget, tokens: filled.budget.tokens ?? null, dollars: filled.budget.dollars ?? null },
  }
}

function toOverride({ rule, category, path, severity }: FilledConfig['severity'][number]): SeverityOverride {
  return { rule: rule ?? null, category: category ?? null, path: path ?? null, severity }
}

function toLimits(limits: FilledConfig['limits']): Config['limits'] {
  return {
    fastPathLines: limits.fast_path_lines,
    partitionLines: limits.partition_lines,
    partitionFiles: limits.partition_files,
    callTokens: limits.call_tokens,
    incrementalFiles: limits.incremental_files,
    incrementalLines: limits.incremental_lines,
    largeFileKb: limits.large_file_kb,
    analyseFileKb: limits.analyse_file_kb,
  }
}

function toImport({ error, warning, note, security_p0, security_p1 }: FilledConfig['import']): Config['import'] {
  return { error, warning, note, securityP0: security_p0, securityP1: security_p1 }
}

function toAgent(name: string, agent: FilledConfig['agents'][string]): AgentSettings {
  const { strong, standard, cheap } = agent.models
  return {
    name,
    kind: agent.kind,
    model: agent.model ?? null,
    models: { strong: strong ?? null, standard: standard ?? null, cheap: cheap ?? null },
    command: agent.command ?? null,
    provider: agent.provider ?? null,
    baseUrl: agent.base_url ?? null,
    keyEnv: agent.key_env ?? null,
    env: agent.env,
    shell: agent.shell,
  }
}

function toRoles({ reviewer, fixer, verifier, planner, executor }: FilledConfig['roles']): Config['roles'] {
  return {
    reviewer: reviewer ?? null,
    fixer: fixer ?? null,
    verifier: verifier ?? null,
    planner: planner ?? null,
    executor: executor ?? null,
  }
}

function toPanel({
  agents,
  passes,
  max_parts,
  generated_kb,
  summarise,
  show,
  unreviewed,
}: FilledConfig['panel']): Config['panel'] {
  return { agents, passes, maxParts: max_parts, generatedKb: generated_kb, summarise, show, unreviewed }
}

function toLoop({ max_rounds, on_limit, scope_guard, findings, coverage }: FilledConfig['loop']): Config['loop'] {
  return { maxRounds: max_rounds, onLimit: on_limit, scopeGuard: scope_guard, findings, coverage }
}

function toGithub(github: FilledConfig['github']): Config['github'] {
  const { bots, reviewers, trigger, attempts, restarts } = github
  const { wait_for: waitFor, quorum = null, interval_seconds: intervalSeconds } = github
  return { bots, reviewers, waitFor, trigger, quorum, attempts, intervalSeconds, restarts }
}

function toMail(mail: FilledConfig['mail']): Config['mail'] {
  return {
    root: mail.root,
    agents: mail.agents,
    signing: mail.signing,
    keys: mail.keys ?? null,
    maxRounds: mail.max_rounds,
    budget: { turns: mail.max_turns_reviewer, seconds: mail.max_runtime_s_reviewer },
  }
}
