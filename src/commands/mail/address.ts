import { LoopError } from '../../errors.ts'
import { pushTarget } from '../../io/git/push-branch.ts'
import { openRepository } from '../../io/git/repository.ts'
import { readWorkState } from '../../io/git/snapshot.ts'
import { checkAgent } from '../../io/mail/layout.ts'
import { openSigning } from '../../io/mail/signing.ts'
import { jsonText } from '../../report/json-text.ts'
import { addressedText } from '../../report/mail/mail.ts'
import { visibleLine } from '../../report/visible.ts'
import { type Command, folderOf } from '../command.ts'
import { pushGuarded } from '../guard-hooks.ts'
import { addressFeedback, takeFeedback } from './authoring/address-feedback.ts'
import { openPost } from './authoring/post.ts'
import { actingAgent, asOption, mailOptions, mailWorld, neededPullRequest, openWorld } from './mail-world.ts'
import { requireOutOfTheWay } from './mailbox-place.ts'

const command = 'mail address'

export const address: Command = {
  name: 'mail address',
  summary: 'Answers feedback that was worked on by hand: says what was committed since, and asks for the next round.',
  words: '',
  description: [
    'Takes the newest review_feedback about the pull request that nobody has answered. Files and commits are read from git.',
    'Exit codes: 0 it is told · 2 there is no feedback, uncommitted work, or nothing was committed since.',
  ],
  options: {
    as: asOption,
    pr: { type: 'string', value: 'N', description: 'the pull request it is about' },
    fixed: { type: 'string', value: 'IDS', description: 'findings that are mended; default: those in changed files' },
    summary: { type: 'string', value: 'TEXT', description: 'what was done; default: what the commits say' },
    push: { type: 'boolean', description: 'push the branch before; never with force' },
    'no-request': { type: 'boolean', description: 'do not ask for the next round' },
    ...mailOptions,
  },
  examples: [
    ['review-loop mail address --as claude --pr 86 --push', 'after the fixes were committed'],
    ['review-loop mail address --as claude --pr 86 --fixed F-001,F-002 --no-request', 'only tell what was mended'],
  ],
  run: async (args, context) => {
    const as = actingAgent(args, context, command)
    const pr = neededPullRequest(args, command)
    const repository = await openRepository(folderOf(args, context), context.signal)
    const world = await mailWorld(args, context)
    const mailbox = openWorld(world)
    checkAgent(world.root, as)
    await requireOutOfTheWay(repository, mailbox.root, command)
    const { accepts } = openSigning(world.settings.signing, world.keys)
    const taken = await takeFeedback(mailbox, as, pr, { now: context.now(), accepts })
    if (taken === null) throw new LoopError('usage', { problem: `no feedback about #${pr} waits for ${as}`, command })
    const { claim, feedback } = taken
    const notice = (text: string) => context.stderr.write(`review-loop: ${visibleLine(text)}\n`)
    const push = async (commit: string) => {
      if (!args.flag('push')) return
      await pushGuarded(repository, commit, await pushTarget(repository, (await readWorkState(repository)).branch))
    }
    try {
      const post = openPost(world, { as, to: feedback.from, pr }, { now: context.now, notice })
      const order = {
        feedback,
        fixed:
          args
            .value('fixed')
            ?.split(',')
            .map((id) => id.trim()) ?? null,
        summary: args.value('summary')?.trim() || null,
        asks: !args.flag('no-request'),
      }
      const result = await addressFeedback(post, repository, order, push)
      if (claim !== null) mailbox.finish(claim)
      context.stdout.write(args.value('format') === 'json' ? jsonText(result) : addressedText(feedback, result))
      return 0
    } catch (error) {
      if (claim !== null) mailbox.release(claim)
      throw error
    }
  },
}
