import type { Commands } from './command.ts'

// Each command is loaded when it is called: --version and --help cost next to nothing.
export const commands: Commands = {
  review: {
    summary: 'review a change and say whether it may be merged',
    load: async () => (await import('./review.ts')).review,
  },
  post: {
    summary: 'put a review on its pull request: comments, summary, check',
    load: async () => (await import('./post.ts')).post,
  },
  answer: {
    summary: 'answer the question of a loop that could not go on',
    load: async () => (await import('./answer.ts')).answer,
  },
  sessions: {
    summary: 'what loops did: list, show, follow, sum up, clean',
    load: async () => (await import('./sessions.ts')).sessions,
  },
  loop: {
    summary: 'review, fix and review again until the gate passes or a person is needed',
    load: async () => (await import('./loop.ts')).loop,
  },
  watch: {
    summary: 'wait for the reviewers of a pull request, fix what they say, answer, push, and wait again',
    load: async () => (await import('./watch.ts')).watch,
  },
  run: {
    summary: 'plan, execute, polish, document, check and deliver a piece of work',
    load: async () => (await import('./run.ts')).run,
  },
  plan: {
    summary: 'plan a piece of work and have the plan reviewed',
    load: async () => (await import('./plan.ts')).plan,
  },
  execute: {
    summary: 'carry out a plan, or review the work that is there, and what comes after',
    load: async () => (await import('./execute.ts')).execute,
  },
  guide: {
    summary: 'staged runs on one page: commands, stop points, configuration',
    load: async () => (await import('./guide.ts')).guide,
  },
  mail: {
    summary: 'reviews by messages: a mailbox that agents share',
    load: async () => (await import('./mail/index.ts')).mail,
  },
  serve: {
    summary: 'take webhooks of GitHub, instead of asking it again and again',
    load: async () => (await import('./serve.ts')).serve,
  },
  demo: {
    summary: 'show a review on a small repository made for it',
    load: async () => (await import('./demo.ts')).demo,
  },
  init: { summary: 'write a commented configuration', load: async () => (await import('./init.ts')).init },
  doctor: {
    summary: 'say what is here, what will be used and what is missing',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  config: {
    summary: 'show the settings in force and where each comes from',
    load: async () => (await import('./config.ts')).config,
  },
  cache: {
    summary: 'kept replies of agents: how many, or forget them',
    load: async () => (await import('./cache.ts')).cache,
  },
  tool: {
    summary: 'one step of a review, for scripts: JSON in, JSON out',
    load: async () => (await import('./tool/index.ts')).tool,
  },
  completion: {
    summary: 'print a completion script for your shell',
    load: async () => (await import('./completion.ts')).completion,
  },
}

export const firstSteps: readonly (readonly [string, string])[] = [
  ['review-loop review', 'what is wrong with this branch?'],
  ['review-loop review staged', 'what is wrong with what I am about to commit?'],
  ['review-loop demo', 'see it work on a made-up repository'],
]
