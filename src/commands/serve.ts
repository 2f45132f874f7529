import { exitCodes, LoopError } from '../errors.ts'
import type { Wake } from '../forge/forge.ts'
import { listenForWebhooks } from '../forge/github/webhooks/listen.ts'
import { openRepository } from '../io/git/repository.ts'
import { ensureStateFolder, refuseLinkedState } from '../io/state-folder.ts'
import { wakeFile, writeWake } from '../io/wake.ts'
import { jsonLine } from '../report/json-text.ts'
import { type Arguments, type Command, type Context, commonOptions, folderOf } from './command.ts'

const usualPort = '8787'
const usualHost = '127.0.0.1'

export const serve: Command = {
  name: 'serve',
  summary: 'Takes webhooks of GitHub and wakes whoever watches a pull request, until Ctrl-C.',
  words: '',
  description: [
    'For each pull request that something happened to: one JSON line on standard output, and a notice in .review-loop/wake/ that review-loop watch in this repository waits for between two looks.',
    'Every delivery has to be signed with the secret (X-Hub-Signature-256). It is plain HTTP: put something that speaks TLS in front of it. See docs/webhooks.md.',
    'Exit codes: 2 wrong usage, or the port cannot be had · 130 Ctrl-C or SIGTERM.',
  ],
  options: {
    webhooks: { type: 'boolean', description: 'take webhooks of GitHub' },
    'secret-env': { type: 'string', value: 'NAME', description: 'the variable that holds the secret of the webhook' },
    port: { type: 'string', value: 'N', description: `where to listen; 0 takes any (${usualPort})` },
    host: { type: 'string', value: 'ADDRESS', description: `on which address (${usualHost})` },
    cwd: commonOptions.cwd,
    quiet: { type: 'boolean', description: 'nothing about deliveries that are refused' },
    help: commonOptions.help,
  },
  examples: [
    ['review-loop serve --webhooks --secret-env WEBHOOK_SECRET', `listen on ${usualHost}:${usualPort}`],
    ['review-loop serve --webhooks --secret-env WEBHOOK_SECRET --port 9000 | tee wakes.jsonl', 'keep what happened'],
  ],
  run: async (args, context) => {
    const { secret, port, host } = settingsFrom(args, context)
    const { root } = await openRepository(folderOf(args, context), context.signal)
    refuseLinkedState(root)
    const say = (line: string) => context.stderr.write(`${line}\n`)
    const server = await listenForWebhooks({
      secret,
      port,
      host,
      onWake: (wake, delivery) => announce(wake, delivery, root, context),
      onProblem: args.flag('quiet') ? () => {} : say,
    }).catch((error: unknown) => {
      throw new LoopError('no_port', { address: `${host}:${port}`, reason: whyNot(error) })
    })
    say(`Webhooks are taken at http://${host.includes(':') ? `[${host}]` : host}:${server.port}/ (Ctrl-C ends it).`)
    await aborted(context.signal)
    await server.close()
    return exitCodes.interrupted
  },
}

function whyNot(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') return 'it is in use'
  if (code === 'EACCES') return 'it is not allowed'
  return error instanceof Error ? error.message : String(error)
}

function announce(wake: Wake, delivery: string, root: string, { stdout, now }: Context): void {
  const { repository, number } = wake
  const line = jsonLine({ ...wake, delivery, at: now().toISOString() })
  // It may run for weeks, and other things happen in the folder.
  refuseLinkedState(root)
  ensureStateFolder(root)
  writeWake(wakeFile(root, repository, number), line)
  stdout.write(line)
}

interface Settings {
  readonly secret: string
  readonly port: number
  readonly host: string
}

function settingsFrom(args: Arguments, { environment }: Context): Settings {
  if (!args.flag('webhooks')) throw usage('say what to serve: --webhooks')
  const name = args.value('secret-env')
  if (name === undefined) throw usage('--secret-env has to name the variable with the secret of the webhook')
  const secret = environment.variables[name]
  if (!secret) throw usage(`the variable ${name}, which --secret-env names, is not set`)
  const port = args.value('port') ?? usualPort
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw usage(`--port takes 0 to 65535, found "${port}"`)
  return { secret, port: Number(port), host: args.value('host') ?? usualHost }
}

const usage = (problem: string) => new LoopError('usage', { problem, command: 'serve' })

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
