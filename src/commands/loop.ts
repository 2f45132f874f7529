import { agentOptions } from './agents/agent-options.ts'
import { type Command, commonOptions } from './command.ts'
import { loopArguments } from './looping/loop-arguments.ts'
import { loopFlags } from './looping/loop-flags.ts'
import { showDryRun, showLoop } from './looping/loop-terminal.ts'
import { trustOption } from './trust/trust-option.ts'

export const loop: Command = {
  name: 'loop',
  summary: 'Reviews, has it fixed, reviews again, and stops: approved, or with a question for a person.',
  words: '[path…]',
  description: [
    'Works on this branch. One commit for every fix; nothing is pushed unless --push is given and the gate passed.',
    'Exit codes: 0 approved · 1 accepted without --accept-risk · 2 wrong usage or configuration · 3 inconclusive · 4 a person is needed · 130 interrupted.',
  ],
  options: {
    base: { type: 'string', value: 'REF', description: 'compare with this branch or commit' },
    story: { type: 'string', value: 'FILE', description: 'acceptance criteria that the change must meet' },
    intent: { type: 'string', value: 'TEXT', description: 'what the change is for, instead of what its commits say' },
    'max-rounds': { type: 'string', value: 'N', description: 'reviews before a person is asked, 1 to 5' },
    ...loopFlags,
    'dry-run': { type: 'boolean', description: 'only say what would be done' },
    'commit-first': { type: 'boolean', description: 'make one commit of uncommitted work first' },
    'include-dirty': { type: 'boolean', description: 'review and fix uncommitted work as it is' },
    'no-commit': { type: 'boolean', description: 'leave fixes uncommitted' },
    push: { type: 'boolean', description: 'push the branch when the gate passed' },
    ...agentOptions,
    fixer: { type: 'string', value: 'NAME', description: 'the agent that fixes, if it is another one; builtin, none' },
    ...trustOption,
    ...commonOptions,
  },
  examples: [
    ['review-loop loop --agent claude --validate "npm test"', 'until the gate passes, or a question'],
    ['review-loop loop --handsfree --on-limit block', 'in scripts: never asks'],
    ['review-loop loop --resume', 'go on after a crash, Ctrl-C or an answer'],
    ['review-loop loop --dry-run', 'what would be done'],
  ],
  run: async (args, context) => {
    const options = loopArguments(args, context, 'loop', 5)
    if (args.flag('dry-run')) return showDryRun(args, context, options)
    const [{ loop: performLoop }, { finishLoop, requirePushable }, { resumedOptions }] = await Promise.all([
      import('./looping/perform-loop.ts'),
      import('./looping/finish-loop.ts'),
      import('./looping/resumed-options.ts'),
    ])
    const then = { push: args.flag('push'), acceptRisk: args.flag('accept-risk') }
    // First whether there is something to resume: a push that cannot be made says nothing about that.
    const settled = await resumedOptions(options)
    if (then.push) await requirePushable(settled)
    return showLoop(args, context, settled, async (watched) => finishLoop(await performLoop(watched), watched, then))
  },
}
