import { LoopError } from '../../errors.ts'
import { makeMailbox } from '../../io/mail/layout.ts'
import { openMailbox } from '../../io/mail/mailbox.ts'
import { ensureStateFolder, stateFolder } from '../../io/state-folder.ts'
import { jsonText } from '../../report/json-text.ts'
import { initText } from '../../report/mail/mail.ts'
import { visibleLine } from '../../report/visible.ts'
import type { Command } from '../command.ts'
import { ensureKey, trustKeys } from './keygen.ts'
import { type MailWorld, mailOptions, mailWorld } from './mail-world.ts'
import { whyInTheWay } from './mailbox-place.ts'

export const init: Command = {
  name: 'mail init',
  summary: 'Makes a mailbox, or adds agents to one. What is there stays as it is.',
  words: '',
  options: {
    agents: { type: 'string', value: 'NAMES', description: 'who writes to whom, such as claude,codex' },
    sign: { type: 'boolean', description: 'also make a key for each, and trust these keys on this machine' },
    ...mailOptions,
  },
  examples: [
    ['review-loop mail init --agents claude,codex', 'in .review-loop/mail'],
    ['review-loop mail init --agents claude,codex --mailbox ~/Sync/mail', 'in a folder that two machines share'],
    ['review-loop mail init --agents claude,codex --sign', 'with keys; mail.signing says whether they count'],
  ],
  run: async (args, context) => {
    const world = await mailWorld(args, context)
    const agents =
      args
        .value('agents')
        ?.split(',')
        .map((name) => name.trim()) ?? world.settings.agents
    if (agents.length === 0) {
      throw new LoopError('usage', { problem: 'name the agents with --agents claude,codex', command: 'mail init' })
    }
    hideFromGit(world)
    const added = makeMailbox(world.root, agents)
    const mailbox = openMailbox(world.root)
    const problem = await whyInTheWay(world.repository, mailbox.root)
    if (problem !== null) context.stderr.write(`review-loop: ${visibleLine(problem)}\n`)
    const keys = args.flag('sign') ? agents.map((agent) => ensureKey(world, agent, context.now())) : []
    if (args.flag('sign')) for (const agent of agents) trustKeys(world, agent)
    const result = {
      mailbox: world.root,
      agents: mailbox.agents(),
      added,
      keys: keys.map(({ agent, kid }) => ({ agent, kid })),
    }
    context.stdout.write(
      args.value('format') === 'json' ? jsonText(result) : initText(result, args.value('mailbox') ?? null),
    )
    return 0
  },
}

/** A mailbox among our working files is not for git to see. */
function hideFromGit({ root, repository }: MailWorld): void {
  if (repository !== null && root.startsWith(stateFolder(repository.root))) ensureStateFolder(repository.root)
}
