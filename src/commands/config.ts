import { type LoadedConfig, leafKeys } from '../config/load.ts'
import { configSchema } from '../config/schema.ts'
import { configJsonSchema } from '../config/template.ts'
import { exitCodes } from '../errors.ts'
import { findBase } from '../io/git/base.ts'
import { openRepository, type Repository } from '../io/git/repository.ts'
import { readWorkState } from '../io/git/snapshot.ts'
import { jsonText } from '../report/json-text.ts'
import { renderSettings, type Setting } from '../report/settings.ts'
import { type Arguments, type Command, type Context, commonOptions, folderOf, useColor } from './command.ts'
import { readSettings, type Settings } from './settings.ts'
import { trustOption } from './trust/trust-option.ts'
import { findDoubt, loadSettings } from './trust/trusted-settings.ts'

export const config: Command = {
  name: 'config',
  summary: 'Shows the settings in force and where each comes from.',
  words: '',
  options: {
    format: { type: 'string', choices: ['text', 'json'], description: 'how to print' },
    'json-schema': { type: 'boolean', description: 'print the JSON Schema of the configuration file instead' },
    base: { type: 'string', value: 'REF', description: 'in CI: the base whose configuration counts' },
    cwd: commonOptions.cwd,
    config: commonOptions.config,
    ...trustOption,
    'no-color': commonOptions['no-color'],
    help: commonOptions.help,
  },
  description: [
    'Settings come from .review-loop/config.yaml and waivers.yaml; those of staged runs (run.*) from config.md as well, where config.yaml does not name them. In your own run the files of your working tree count; in CI (the variable CI is set) those of the base commit, so that a change cannot configure its own review.',
    `Keys: ${Object.keys(configSchema.entries).join(', ')}. review-loop init writes a file with all of them explained.`,
  ],
  examples: [
    ['review-loop config', 'what is in force here'],
    ['review-loop config --format json', 'the same for scripts'],
  ],
  run: async (args, context) => {
    if (args.flag('json-schema')) {
      context.stdout.write(jsonText(configJsonSchema()))
      return exitCodes.passed
    }
    const cwd = folderOf(args, context)
    const repository = await openRepository(cwd)
    const loaded = await settingsFor(repository, cwd, args, context)
    const settings = listSettings(loaded)
    const warnings = [...loaded.doubts, ...loaded.warnings, ...loaded.runWarnings]
    if (args.value('format') === 'json') {
      context.stdout.write(jsonText({ settings, waivers: loaded.config.waivers, warnings }))
    } else {
      context.stdout.write(renderSettings(settings, warnings, useColor(context.stdout, args, context.environment)))
    }
    return exitCodes.passed
  },
}

/** Only shown, so nobody has to trust them; what other commands would refuse is said. */
async function settingsFor(
  repository: Repository,
  cwd: string,
  args: Arguments,
  { environment }: Context,
): Promise<Settings & { readonly doubts: readonly string[] }> {
  const request = { cwd, file: args.value('config') }
  const base = args.value('base') ?? null
  if (environment.ci) {
    const { commit } = await findBase(repository, base, (await readWorkState(repository)).branch)
    return { ...(await readSettings(repository, { ...request, fromCommit: commit })), doubts: [] }
  }
  if (args.flag('trust-config'))
    return { ...(await loadSettings(repository, { ...request, base, trust: true, fromCommit: null })), doubts: [] }
  const settings = await readSettings(repository, { ...request, fromCommit: null })
  const doubt = await findDoubt(repository, { ...request, base }, settings)
  const doubts =
    doubt === null ? [] : [`this branch changes what is run or ignored, so other commands refuse: ${doubt.line}`]
  return { ...settings, doubts }
}

function listSettings(loaded: LoadedConfig): readonly Setting[] {
  const base = loaded.origins.has('base') ? [] : [{ key: 'base', value: null, origin: 'default' }]
  const rest = leafKeys(loaded.filled).map((path) => {
    const key = path.join('.')
    const value = path.reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], loaded.filled)
    return { key, value, origin: loaded.origins.get(key) ?? 'default' }
  })
  return [...base, ...rest]
}
