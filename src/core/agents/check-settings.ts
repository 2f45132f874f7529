import type { AgentKind, AgentSettings } from '../../types.ts'
import { splitCommandLine } from './command-line.ts'
import { modelService } from './model-service.ts'
import type { SettingsProblem } from './settings-problem.ts'

/** What is wrong with the settings of an agent, whatever the machine. Null: nothing. */
export function checkSettings(settings: AgentSettings): SettingsProblem | null {
  const unused = written(settings).find((key) => !takes(settings.kind).includes(key))
  if (unused !== undefined) {
    return { key: unused, problem: `${article(settings.kind)} agent takes no ${unused}${whatItTakes(settings.kind)}` }
  }
  if (settings.model?.trim() === '') return { key: 'model', problem: 'there is no model in it' }
  if (settings.baseUrl !== null && !isWebAddress(settings.baseUrl)) {
    return { key: 'base_url', problem: 'the address does not begin with http:// or https://' }
  }
  if (settings.kind === 'api') {
    const service = modelService(settings)
    return 'problem' in service ? service : null
  }
  return checkCommand(settings)
}

function checkCommand({ kind, command }: AgentSettings): SettingsProblem | null {
  if (kind !== 'command' && kind !== 'acp' && kind !== 'replay') return null
  if (command === null || command.trim() === '') {
    const what = kind === 'replay' ? 'the file with the replies' : 'a program and its arguments'
    return { key: 'command', problem: `${article(kind)} agent needs a command: ${what}` }
  }
  const line = kind === 'replay' ? null : splitCommandLine(command)
  return line !== null && 'problem' in line
    ? { key: 'command', problem: `${command} cannot be run: ${line.problem}` }
    : null
}

type Key = SettingsProblem['key']

const ofPrograms: readonly Key[] = ['model', 'models', 'command', 'base_url', 'key_env', 'env']

/** What has an effect. A key without one would be taken for a limit or a choice that holds. */
function takes(kind: AgentKind): readonly Key[] {
  switch (kind) {
    case 'api':
      return ['model', 'models', 'provider', 'base_url', 'key_env']
    case 'acp':
      return ['model', 'models', 'command', 'key_env', 'env', 'shell']
    case 'codex':
      return [...ofPrograms, 'shell']
    case 'command':
      return ['command', 'env']
    case 'replay':
      return ['command']
    case 'builtin':
      return []
    default:
      return ofPrograms
  }
}

function whatItTakes(kind: AgentKind): string {
  const keys = takes(kind)
  return keys.length === 0 ? '' : `, only ${keys.join(', ')}`
}

function written({ model, models, command, provider, baseUrl, keyEnv, env, shell }: AgentSettings): readonly Key[] {
  const values: Readonly<Record<Key, string | null>> = {
    model,
    models: Object.values(models).find((each) => each !== null) ?? null,
    command,
    provider,
    base_url: baseUrl,
    key_env: keyEnv,
    env: env[0] ?? null,
    // 'sandboxed' promises nothing.
    shell: shell === 'never' ? shell : null,
  }
  return (Object.keys(values) as Key[]).filter((key) => values[key] !== null)
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function article(kind: AgentKind): string {
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`
}
