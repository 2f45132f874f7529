import { probeEngines } from '../agents/builtin/probe.ts'
import type { Surroundings } from '../agents/check-agent.ts'
import { probeSandbox } from '../agents/sandbox/probe-sandbox.ts'
import { loadConfig } from '../config/load.ts'
import { exitCodes, LoopError } from '../errors.ts'
import { run } from '../io/exec.ts'
import { findBase } from '../io/git/base.ts'
import { openRepository, type Repository } from '../io/git/repository.ts'
import { readWorkState } from '../io/git/snapshot.ts'
import { jsonText } from '../report/json-text.ts'
import { type Check, renderChecks } from '../report/review/checks.ts'
import type { Config } from '../types.ts'
import {
  agentChecks,
  assignRoles,
  checkAuto,
  configuredAgents,
  knownPrograms,
  roleChecks,
} from './agents/doctor-agents.ts'
import { type Command, type Context, commonOptions, folderOf, useColor } from './command.ts'
import { remoteOf } from './forge/connect.ts'
import { forgeChecks } from './forge/doctor-forge.ts'
import { forgeOptions } from './forge/forge-options.ts'
import { loadSettings } from './trust/trusted-settings.ts'

export const doctor: Command = {
  name: 'doctor',
  summary: 'Says what is here, what will be used, what is missing and how to get it.',
  words: '',
  options: {
    format: { type: 'string', choices: ['text', 'json'], description: 'how to print' },
    ...forgeOptions,
    cwd: commonOptions.cwd,
    config: commonOptions.config,
    'no-color': commonOptions['no-color'],
    help: commonOptions.help,
  },
  description: ['Exit code 0: all that is needed is there. 1: something is missing.'],
  examples: [
    ['review-loop doctor', 'look around'],
    ['review-loop doctor --format json', 'the same for scripts'],
  ],
  run: async (args, context) => {
    const cwd = folderOf(args, context)
    const { variables } = context.environment
    const { checks: ofRepository, root, remote, config } = await lookAround(cwd, args.value('config'))
    const here: Surroundings = { variables, root, sandbox: config.sandbox }
    const agents = await configuredAgents(config, here)
    const roles = await assignRoles(config, here)
    const checks = [
      ...(await checkMachine(cwd)),
      ...ofRepository,
      ...(await probeEngines()).map(engineCheck),
      ...(await knownPrograms(here)),
      await checkAuto(config, here),
      ...agentChecks(agents),
      ...roleChecks(roles),
      ...checkKeys(context),
      ...(await forgeChecks(variables, {
        ...{ apiUrl: args.value('api-url'), repository: null, cwd: root, signal: context.signal },
        remote,
      })),
      ...(await checkSandbox(config.sandbox)),
    ]
    const ok = checks.every((check) => check.status !== 'missing')
    if (args.value('format') === 'json') {
      context.stdout.write(jsonText({ ok, checks, agents, roles }))
    } else context.stdout.write(renderChecks(checks, useColor(context.stdout, args, context.environment)))
    return ok ? exitCodes.passed : exitCodes.blocked
  },
}

const oldestGit = [2, 31] as const

async function checkMachine(cwd: string): Promise<readonly Check[]> {
  const answer = await run('git', ['--version'], { cwd })
  const version = /(\d+)\.(\d+)\S*/.exec(answer.stdout.toString())
  const gitIsRecent = version !== null && compare([Number(version[1]), Number(version[2])], oldestGit) >= 0
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const nodeFits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
  return [
    {
      group: 'Machine',
      name: 'git',
      status: gitIsRecent ? 'ok' : 'missing',
      detail: version?.[0] ?? 'not found',
      hint: gitIsRecent ? null : `install git ${oldestGit.join('.')} or newer`,
    },
    {
      group: 'Machine',
      name: 'node',
      status: nodeFits ? 'ok' : 'missing',
      detail: process.versions.node,
      hint: nodeFits ? null : 'install Node 20.19, 22.12 or newer',
    },
  ]
}

function compare(a: readonly [number, number], b: readonly [number, number]): number {
  return a[0] - b[0] || a[1] - b[1]
}

interface Place {
  readonly checks: readonly Check[]
  readonly root: string
  /** Where the clone comes from. */
  readonly remote: string | null
  /** The defaults outside a repository, and where the configuration is broken. */
  readonly config: Config
}

/** Outside a repository, and with a broken configuration, the rest is still worth knowing, so nothing here is an error. */
async function lookAround(cwd: string, file: string | undefined): Promise<Place> {
  const repository = await openRepository(cwd).catch(messageOf)
  if (typeof repository === 'string') {
    const check = repositoryCheck('repository', 'missing', repository, 'run it inside a git repository')
    return { checks: [check], root: cwd, remote: null, config: await defaults() }
  }
  const { root } = repository
  const remote = await remoteOf(repository)
  const found = repositoryCheck('repository', 'ok', root, null)
  const settings = await loadSettings(repository, { cwd, file, base: null, trust: false, fromCommit: null }).catch(
    (error: unknown) => ({ error }),
  )
  if ('error' in settings) {
    const { error } = settings
    const isUntrusted = error instanceof LoopError && error.code === 'untrusted_config'
    const hint = isUntrusted ? error.hint : 'fix it; until then, all below is as without a configuration'
    const check = repositoryCheck('configuration', 'missing', messageOf(error), hint)
    return { checks: [found, check], root, remote, config: await defaults() }
  }
  const { config, origins } = settings
  const written = origins.size > 0 || config.waivers.length > 0
  const configuration = repositoryCheck(
    'configuration',
    'ok',
    file ?? (written ? '.review-loop/' : 'defaults'),
    written ? null : 'review-loop init writes one',
  )
  const told = [...settings.warnings, ...settings.runWarnings].map((warning) =>
    repositoryCheck('warning', 'absent', warning, null),
  )
  return { checks: [found, configuration, ...told, await checkBase(repository, config.base)], root, remote, config }
}

async function defaults(): Promise<Config> {
  return (await loadConfig({ config: undefined, waivers: undefined })).config
}

async function checkBase(repository: Repository, configured: string | null): Promise<Check> {
  try {
    const { branch } = await readWorkState(repository)
    return repositoryCheck('base', 'ok', (await findBase(repository, configured, branch)).name, null)
  } catch (error) {
    return repositoryCheck(
      'base',
      'missing',
      messageOf(error),
      'name it with --base REF or `base:` in the configuration',
    )
  }
}

function repositoryCheck(name: string, status: Check['status'], detail: string, hint: string | null): Check {
  return { group: 'Repository', name, status, detail, hint }
}

function engineCheck(engine: { name: string; problem: string | null; detail: string }): Check {
  const hint = engine.problem === null ? null : 'install again with npm; without it the review is inconclusive'
  return {
    group: 'Built-in reviewers',
    name: engine.name,
    status: engine.problem === null ? 'ok' : 'missing',
    detail: engine.problem ?? engine.detail,
    hint,
  }
}

const keyNames = [
  'ANTHROPIC_API_KEY',
  'OPENAI_API_KEY',
  'GEMINI_API_KEY',
  'CODEX_API_KEY',
  'COPILOT_PROVIDER_API_KEY',
  'GITHUB_TOKEN',
  'GH_TOKEN',
  'GITLAB_TOKEN',
]

/** Whether they are set, never what they are. */
function checkKeys({ environment }: Context): readonly Check[] {
  return keyNames.map((name) => {
    const isSet = Boolean(environment.variables[name])
    return {
      group: 'Keys (none is needed)',
      name,
      status: isSet ? 'ok' : 'absent',
      detail: isSet ? 'set' : 'not set',
      hint: null,
    }
  })
}

async function checkSandbox(policy: Config['sandbox']): Promise<readonly Check[]> {
  const level = await probeSandbox()
  const held = level.kind === 'bubblewrap'
  const missing = policy === 'required' && !held
  const watched = 'reviewers work in a copy, fixers in place; what they must not change is undone, not prevented'
  return [
    {
      group: `Sandbox for agents (sandbox: ${policy})`,
      name: 'bubblewrap',
      status: missing ? 'missing' : held && policy !== 'off' ? 'ok' : 'absent',
      detail: policy === 'off' ? `switched off: ${watched}` : held ? sandboxed(policy) : level.reason,
      hint: missing ? 'install bubblewrap, or set sandbox: auto' : held || policy === 'off' ? null : watched,
    },
  ]
}

function sandboxed(policy: 'auto' | 'required'): string {
  const held = 'agents cannot write outside what they are given'
  return policy === 'auto' ? `${held}; command agents run without it and are compared` : held
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
