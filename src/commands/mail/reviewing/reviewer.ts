import type { LeakValues } from '../../../core/mail/leaks.ts'
import { given } from '../../../core/values/given.ts'
import { openRepository, type Repository } from '../../../io/git/repository.ts'
import { checkAgent } from '../../../io/mail/layout.ts'
import { type Mailbox, openMailbox } from '../../../io/mail/mailbox.ts'
import { openSigning, type SignatureStatus } from '../../../io/mail/signing.ts'
import { createProgress, type Progress } from '../../../report/review/progress.ts'
import type { Config } from '../../../types.ts'
import { agentFlags, agentOptions } from '../../agents/agent-options.ts'
import type { AgentFlags } from '../../agents/agents.ts'
import { type Arguments, type Context, commonOptions, folderOf, type Options } from '../../command.ts'
import { progressOptions } from '../../progress-options.ts'
import { validateCommands } from '../../validate-commands.ts'
import { actingAgent, mailOptions, mailWorld, pullRequestOption } from '../mail-world.ts'

/** What `mail review` and `mail serve` have in common. */
export const reviewerOptions = {
  from: { type: 'string', value: 'NAME', description: 'only requests of this author' },
  pr: { type: 'string', value: 'N', description: 'only requests about this pull request' },
  base: { type: 'string', value: 'REF', description: 'compare with this branch or commit' },
  validate: {
    type: 'string',
    value: 'CMD',
    multiple: true,
    description: 'must pass on the reviewed commit, such as "npm test"; without any there is no approval',
  },
  'no-fetch': { type: 'boolean', description: 'ask no remote for branches and commits that are not here' },
  ...agentOptions,
  quiet: commonOptions.quiet,
  'no-color': commonOptions['no-color'],
  ...mailOptions,
} as const satisfies Options

/** Whoever answers requests: in whose name, from which folder, by which rules. */
export interface Reviewer {
  readonly agent: string
  readonly mailbox: Mailbox
  readonly accepts: (signature: SignatureStatus) => boolean
  readonly repository: Repository
  readonly cwd: string
  readonly settings: Config['mail']
  readonly leaks: LeakValues
  readonly from: string | null
  readonly pr: number | null
  readonly base: string | null
  /** Null: those of the configuration. */
  readonly validate: readonly string[] | null
  readonly fetch: boolean
  readonly agents: AgentFlags
  readonly config: string | undefined
  readonly now: () => Date
  readonly signal: AbortSignal
  /** One line for a person. */
  readonly say: (line: string) => void
  readonly progress: () => Progress
}

/** Everything that can be wrong before a request is looked at is said here. */
export async function openReviewer(args: Arguments, context: Context, command: string): Promise<Reviewer> {
  const agent = actingAgent(args, context, command)
  const { signal, now, stderr } = context
  const cwd = folderOf(args, context)
  const validate = validateCommands(args, command)
  const choices = {
    from: args.value('from') ?? null,
    pr: pullRequestOption(args, command) ?? null,
    base: args.value('base') ?? null,
    validate: validate.length === 0 ? null : validate,
    fetch: !args.flag('no-fetch'),
    agents: agentFlags(args, command),
    config: args.value('config'),
  }
  const world = await mailWorld(args, context)
  const signing = openSigning(world.settings.signing, world.keys)
  const mailbox = openMailbox(world.root, signing)
  checkAgent(mailbox.root, agent)
  // Whoever cannot sign where that is required should hear of it before a review is paid for.
  signing.sign('', agent)
  const isQuiet = args.flag('quiet')
  return {
    ...choices,
    agent,
    mailbox,
    accepts: signing.accepts,
    repository: world.repository ?? (await openRepository(cwd, signal)),
    cwd,
    settings: world.settings,
    leaks: world.leaks,
    now,
    signal,
    say: (line) => {
      if (!isQuiet) stderr.write(`${line}\n`)
    },
    progress: () => (isQuiet ? silent : createProgress(progressOptions(args, context))),
  }
}

const silent: Progress = { onEvent: () => {}, stop: () => {} }

/** For whatever reads the configuration. */
export function configOf({ config }: Reviewer): { readonly config?: string } {
  return given({ config })
}
