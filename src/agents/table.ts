import { cliBackends } from '../registry.ts'

type Row = readonly string[]

const heading: Row = [
  'kind',
  'what it is',
  'fixes',
  'schema',
  'turn limit',
  'dollar limit',
  'reports cost',
  'key',
  'kept from writing by',
]

/** Agents that are no program of one vendor; what they can do depends on what stands behind them. */
const others: readonly Row[] = [
  [
    'api',
    'a model service, in process',
    'yes',
    'yes',
    'ours',
    'ours',
    '–',
    'that of the provider',
    'the tools we give it',
  ],
  ['acp', 'any Agent Client Protocol agent', 'yes', '–', 'ours', '–', '–', 'its own', 'permissions, sandbox'],
  ['command', 'any program', 'yes', '–', '–', '–', '–', '`env:`', 'a copy of the workspace; sandbox if required'],
  ['replay', 'recorded replies from a file', 'yes', '–', '–', '–', '–', '–', '–'],
  ['builtin', 'the built-in reviewers', '–', '–', '–', '–', '–', '–', 'they only read'],
]

/** The table of docs/agents.md, made from what the adapters say of themselves. */
export async function agentTable(): Promise<string> {
  const backends = await Promise.all(Object.values(cliBackends).map((load) => load()))
  const programs = backends.map(
    ({ kind, testedVersion, abilities, keys }): Row => [
      kind,
      `program, tested with ${testedVersion}`,
      abilities.roles === 'review and fix' ? 'yes' : '–',
      abilities.schema ? 'yes' : '–',
      abilities.turnLimit ? 'yes' : 'ours',
      abilities.dollarLimit ? 'yes' : abilities.cost ? 'ours' : '–',
      abilities.cost ? 'yes' : '–',
      keys[0] === undefined ? '–' : `\`${keys[0]}\``,
      abilities.readOnly,
    ],
  )
  return [heading, heading.map(() => '---'), ...programs, ...others].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
