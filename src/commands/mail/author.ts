import { roundLimits } from '../../core/mail/limits.ts'
import { openRepository } from '../../io/git/repository.ts'
import { checkAgent } from '../../io/mail/layout.ts'
import { agentOptions } from '../agents/agent-options.ts'
import { type Command, commonOptions, folderOf } from '../command.ts'
import { loopArguments } from '../looping/loop-arguments.ts'
import { loopFlags } from '../looping/loop-flags.ts'
import { showDryRun, showLoop } from '../looping/loop-terminal.ts'
import { trustOption } from '../trust/trust-option.ts'
import { mailSession, requireBranch, requireNoOther, resumedSession, withMailbox } from './authoring/author-session.ts'
import { openPost } from './authoring/post.ts'
import { asOption, mailOptions, mailWorld } from './mail-world.ts'
import { requireOutOfTheWay } from './mailbox-place.ts'

export const author: Command = {
  name: 'mail author',
  summary: 'The loop with a reviewer who is asked by mail: request, wait, fix, and ask again, until it is approved.',
  words: '',
  description: [
    'Works on this branch, like the loop: same session, same answers, one commit for every fix. While it waits no agent is asked. It never merges.',
    'Whoever reviews must be able to get the commits: in the same repository, or with --push.',
    'Exit codes: 0 approved · 1 accepted without --accept-risk · 2 wrong usage or configuration · 3 no answer that counts (--resume goes on) · 4 a person is needed · 130 interrupted.',
  ],
  options: {
    as: asOption,
    to: { type: 'string', value: 'NAME', description: 'the agent that reviews' },
    pr: { type: 'string', value: 'N', description: 'the pull request it is about' },
    timeout: { type: 'string', value: 'TIME', description: 'how long to wait for an answer: 30s, 15m, 2h (15m)' },
    summary: { type: 'string', value: 'TEXT', description: 'what was changed; default: what the commits say' },
    push: { type: 'boolean', description: 'push the branch before every request; never with force' },
    notify: { type: 'string', value: 'NAME', description: 'who gets a message when a person is needed' },
    fixer: { type: 'string', value: 'NAME', description: 'the agent that fixes; builtin, none' },
    agent: { type: 'string', value: 'NAME', description: 'the same' },
    ...loopFlags,
    'max-rounds': {
      type: 'string',
      value: 'N',
      description: `requests before a person is asked, 1 to ${roundLimits.most} (mail.max_rounds)`,
    },
    base: { type: 'string', value: 'REF', description: 'what the change is against' },
    story: { type: 'string', value: 'FILE', description: 'acceptance criteria that the fixer is shown' },
    'commit-first': { type: 'boolean', description: 'make one commit of uncommitted work first' },
    'dry-run': { type: 'boolean', description: 'only say what would be done' },
    'max-time': agentOptions['max-time'],
    'max-cost': agentOptions['max-cost'],
    mailbox: mailOptions.mailbox,
    ...trustOption,
    ...commonOptions,
  },
  examples: [
    ['review-loop mail author --as claude --to codex --pr 86 --fixer claude --push', 'until codex approves'],
    ['review-loop mail author --resume', 'go on after a crash, Ctrl-C, an answer, or a time-out'],
    ['review-loop mail author --as claude --to codex --pr 86 --dry-run', 'what would be done'],
  ],
  run: async (args, context) => {
    const options = loopArguments(args, context, 'mail author', roundLimits.most)
    const repository = await openRepository(folderOf(args, context), context.signal)
    await requireBranch(repository)
    const resumed = await resumedSession(repository, args, context)
    const world = await mailWorld(withMailbox(args, repository, resumed?.mail ?? null), context)
    const mail = mailSession(args, context, world, repository, resumed?.mail ?? null)
    const desk = openPost(world, mail, { now: context.now, notice: () => {} })
    await requireOutOfTheWay(repository, desk.mailbox.root, 'mail author')
    if (resumed === null) await requireNoOther(desk, repository)
    if (mail.notify !== null) checkAgent(desk.mailbox.root, mail.notify)
    const [{ loop }, { reviewByMail }, { tellEnd }, { requirePushable }] = await Promise.all([
      import('../looping/perform-loop.ts'),
      import('./authoring/review-by-mail.ts'),
      import('./authoring/after-loop.ts'),
      import('../looping/finish-loop.ts'),
    ])
    if (mail.push) await requirePushable(options)
    const waiting = resumed?.waiting ?? { since: context.now().getTime(), isAnew: false }
    if (args.flag('dry-run')) return showDryRun(args, context, options, reviewByMail(desk, mail, waiting))
    const settled = resumed === null ? options : { ...options, resume: resumed.session }
    return showLoop(args, context, settled, async (watched) => {
      const post = { ...desk, notice: watched.onNotice ?? desk.notice }
      const result = await loop(watched, reviewByMail(post, mail, waiting))
      await tellEnd(post, repository, result, mail.notify)
      return { result, problem: null }
    })
  },
}
