import { setTimeout as sleep } from 'node:timers/promises'
import { parseDuration } from '../../core/values/duration.ts'
import { exitCodes, LoopError } from '../../errors.ts'
import type { Waiting } from '../../io/mail/list-inbox.ts'
import { jsonLine } from '../../report/json-text.ts'
import { arrivalLine } from '../../report/mail/mail-list.ts'
import type { Command } from '../command.ts'
import { actingAgent, asOption, mailOptions, mailWorld, openWorld } from './mail-world.ts'

const pauseMs = 1000

export const watch: Command = {
  name: 'mail watch',
  summary: 'Says what comes into an inbox, until Ctrl-C. Nothing is taken or changed.',
  words: '',
  description: [
    'As JSON: one object on each line, with the event new_message.',
    'Exit codes: 0 something came (with --once) · 3 nothing came in time · 130 Ctrl-C.',
  ],
  options: {
    as: asOption,
    all: { type: 'boolean', description: 'begin with what is there already' },
    once: { type: 'boolean', description: 'end with the first message' },
    timeout: { type: 'string', value: 'TIME', description: 'end after this time: 30s, 15m, 1h30m' },
    ...mailOptions,
  },
  examples: [
    ['review-loop mail watch --as claude', 'in a terminal beside'],
    ['review-loop mail watch --as claude --once --timeout 15m', 'wait for an answer in a script'],
  ],
  run: async (args, context) => {
    const agent = actingAgent(args, context, 'mail watch')
    const end = endOf(args.value('timeout'))
    const mailbox = openWorld(await mailWorld(args, context))
    const isJson = args.value('format') === 'json'
    const known = new Set(args.flag('all') ? [] : mailbox.list(agent, context.now()).waiting.map(({ file }) => file))
    for (;;) {
      const news = mailbox.list(agent, context.now()).waiting.filter(({ file }) => !known.has(file))
      for (const waiting of news) {
        known.add(waiting.file)
        context.stdout.write(isJson ? jsonLine(eventOf(waiting)) : arrivalLine(waiting))
      }
      if (args.flag('once') && news.length > 0) return exitCodes.passed
      if (performance.now() >= end) return exitCodes.inconclusive
      await sleep(Math.min(pauseMs, end - performance.now()), undefined, { signal: context.signal }).catch(() => {})
      if (context.signal.aborted) return exitCodes.interrupted
    }
  },
}

function eventOf({ file, header }: Waiting) {
  return { event: 'new_message', file, ...header }
}

function endOf(words: string | undefined): number {
  if (words === undefined) return Number.POSITIVE_INFINITY
  const duration = parseDuration(words)
  if (duration !== undefined) return performance.now() + duration
  throw new LoopError('usage', {
    problem: `--timeout takes 30s, 15m or 1h30m, found "${words}"`,
    command: 'mail watch',
  })
}
