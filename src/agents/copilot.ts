import type { CliBackend, CliCall, CliStart } from './backend.ts'
import { readCopilot } from './copilot/read.ts'
import { usageFile } from './copilot/usage.ts'

export const copilot: CliBackend = {
  kind: 'copilot',
  program: 'copilot',
  testedVersion: '1.0.102',
  keys: ['COPILOT_PROVIDER_API_KEY', 'COPILOT_GITHUB_TOKEN'],
  // The file with its log-in also lists the folders that the user trusts, whose hooks and servers it would start.
  login: [],
  native: ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'].flatMap((platform) => {
    const path = `@github/copilot-${platform}/copilot`
    return [path, `node_modules/${path}`]
  }),
  abilities: {
    roles: 'review and fix',
    schema: false,
    turnLimit: false,
    dollarLimit: false,
    cost: false,
    readOnly: 'only view, grep and glob are offered; nothing outside the workspace is read',
  },
  start,
  reader: readCopilot,
}

function start(call: CliCall): CliStart {
  const { mayWrite, prompt } = call.task
  return {
    args: [
      ...['--output-format', 'json', '--no-ask-user', '--no-custom-instructions', '--disable-builtin-mcps'],
      ...['--no-auto-update', '--disable-client-telemetry'],
      ...['--available-tools', ...(mayWrite ? [...readingTools, ...writingTools] : readingTools)],
      ...(mayWrite ? ['--allow-tool', 'write'] : []),
      ...['--usage-output-file', `${call.temporary}/${usageFile}`],
    ],
    env: {
      ...call.env,
      ...provider(call),
      COPILOT_HOME: `${call.home}/.copilot`,
      COPILOT_AUTO_UPDATE: 'false',
    },
    files: [],
    input: prompt,
  }
}

const readingTools = ['view', 'grep', 'glob']
// Which of them a model is offered depends on the model.
const writingTools = ['apply_patch', 'edit', 'create']

/** With a provider of one's own nothing else is reached, and no log-in at GitHub is needed. */
function provider({ baseUrl, model, env }: CliCall): Record<string, string> {
  const address = baseUrl ?? env.COPILOT_PROVIDER_BASE_URL ?? ''
  if (address === '') return model === null ? {} : { COPILOT_MODEL: model }
  return {
    COPILOT_OFFLINE: 'true',
    COPILOT_PROVIDER_BASE_URL: address,
    COPILOT_PROVIDER_TYPE: env.COPILOT_PROVIDER_TYPE ?? 'openai',
    COPILOT_MODEL: model ?? env.COPILOT_MODEL ?? 'gpt-5.5',
  }
}
