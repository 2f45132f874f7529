import { setTimeout as sleep } from 'node:timers/promises'
import { afterFailure, isDue, type Retries } from '../../core/mail/retry-later.ts'
import { parseDuration } from '../../core/values/duration.ts'
import { type ErrorCode, exitCodes, LoopError } from '../../errors.ts'
import { jsonLine } from '../../report/json-text.ts'
import { requestLine } from '../../report/mail/mail-review.ts'
import type { Arguments, Command, Context } from '../command.ts'
import { asOption } from './mail-world.ts'
import { openReviewer, type Reviewer, reviewerOptions } from './reviewing/reviewer.ts'
import { sayRest } from './reviewing/say.ts'
import { type TakenRequest, takeRequest } from './reviewing/take-request.ts'

const usualPause = '2s'
const ownMistakes: ReadonlySet<ErrorCode> = new Set(['usage', 'bad_agent', 'bad_config'])

export const serve: Command = {
  name: 'mail serve',
  summary: 'Answers review requests as they come in, until Ctrl-C.',
  words: '',
  description: [
    'The same as mail review, again and again: one line for each request; with --format json one object on each line.',
    'A request that cannot be answered is tried again after 30s, 1m, 2m and so on, up to 15m; others are served meanwhile. Several may work on one inbox.',
    'Exit codes: 0 so many were answered (--max), or none came for so long (--idle) · 2 wrong usage or configuration · 130 Ctrl-C.',
  ],
  options: {
    as: asOption,
    max: { type: 'string', value: 'N', description: 'end after so many answers' },
    idle: { type: 'string', value: 'TIME', description: 'end when there was nothing to do for so long: 10m, 1h' },
    interval: { type: 'string', value: 'TIME', description: `how often to look for requests (${usualPause})` },
    ...reviewerOptions,
  },
  examples: [
    ['review-loop mail serve --as codex --agent codex --validate "npm test"', 'leave it running'],
    ['review-loop mail serve --as codex --max 1 --idle 15m', 'wait for one request'],
  ],
  run: async (args, context) => {
    const limits = limitsFrom(args)
    const reviewer = await openReviewer(args, context, 'mail serve')
    const print = args.value('format') === 'json' ? jsonLine : requestLine
    let retries: Retries = new Map()
    let [answered, busyAt] = [0, performance.now()]
    for (;;) {
      const taken = await takeNext(reviewer, retries, context)
      if (taken === null) return exitCodes.interrupted
      const { result, error } = taken
      sayRest(reviewer, taken)
      // Not about this request: the next one would fare no better.
      if (error !== null && ownMistakes.has(error.code)) throw error
      if (result.status === 'nothing') {
        if (performance.now() - busyAt >= limits.idleMs) return exitCodes.passed
        await sleep(limits.pauseMs, undefined, { signal: context.signal }).catch(() => {})
        continue
      }
      context.stdout.write(print(result))
      if (result.status === 'unanswered') {
        retries = afterFailure(retries, result.request?.id ?? '', performance.now())
        continue
      }
      answered += 1
      busyAt = performance.now()
      if (answered >= limits.most) return exitCodes.passed
    }
  },
}

/** Null: interrupted. Whatever was in work is in the inbox again. */
async function takeNext(reviewer: Reviewer, retries: Retries, { signal }: Context): Promise<TakenRequest | null> {
  if (signal.aborted) return null
  try {
    return await takeRequest(reviewer, ({ id }) => isDue(retries, id, performance.now()))
  } catch (error) {
    if (signal.aborted) return null
    throw error
  }
}

interface Limits {
  readonly most: number
  readonly idleMs: number
  readonly pauseMs: number
}

function limitsFrom(args: Arguments): Limits {
  const most = args.value('max')
  if (most !== undefined && !/^[1-9]\d{0,8}$/.test(most)) throw usage(`--max takes a number above 0, found "${most}"`)
  return {
    most: most === undefined ? Number.POSITIVE_INFINITY : Number(most),
    idleMs: time('idle') ?? Number.POSITIVE_INFINITY,
    pauseMs: time('interval') ?? parseDuration(usualPause) ?? 2000,
  }

  function time(name: string): number | undefined {
    const text = args.value(name)
    const value = text === undefined ? undefined : parseDuration(text)
    if (text !== undefined && value === undefined) throw usage(`--${name} takes 30s, 15m or 1h30m, found "${text}"`)
    return value
  }
}

const usage = (problem: string) => new LoopError('usage', { problem, command: 'mail serve' })
