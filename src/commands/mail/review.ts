import { noResult, resultExitCode } from '../../core/mail/request-result.ts'
import { exitCodes } from '../../errors.ts'
import { jsonText } from '../../report/json-text.ts'
import { planText, requestText } from '../../report/mail/mail-review.ts'
import type { Command } from '../command.ts'
import { asOption } from './mail-world.ts'
import { planRequest } from './reviewing/plan-request.ts'
import { openReviewer, type Reviewer, reviewerOptions } from './reviewing/reviewer.ts'
import { sayExpired, sayRest } from './reviewing/say.ts'
import { takeRequest } from './reviewing/take-request.ts'

export const review: Command = {
  name: 'mail review',
  summary: 'Takes the first review request of an inbox, reviews it, and sends the one answer it gets.',
  words: '',
  description: [
    'Where a request names no commit, its branch is reviewed as the remote has it, or as it is here where that is newer; your files, index and branches stay as they are.',
    'Without an answer the request is in the inbox as before. What the answers are, and when, is in docs/mail.md.',
    'Exit codes: 0 approved · 1 feedback sent · 2 wrong usage or configuration · 3 nothing to review, or no answer could be given · 4 feedback sent, and a person is needed · 130 interrupted.',
  ],
  options: {
    as: asOption,
    'dry-run': { type: 'boolean', description: 'only say what would be reviewed, and how' },
    ...reviewerOptions,
  },
  examples: [
    ['review-loop mail review --as codex --agent codex --validate "npm test"', 'one request, one answer'],
    ['review-loop mail review --as codex --pr 86 --dry-run', 'what would be done with it'],
  ],
  run: async (args, context) => {
    const reviewer = await openReviewer(args, context, 'mail review')
    const isJson = args.value('format') === 'json'
    const { result, error, plan } = args.flag('dry-run') ? await planned(reviewer) : await performed(reviewer)
    if (error !== null) throw error
    if (plan !== null) {
      context.stdout.write(isJson ? jsonText(plan) : planText(plan))
      return exitCodes.passed
    }
    const output = isJson || result.status !== 'unanswered' ? context.stdout : context.stderr
    output.write(isJson ? jsonText(result) : requestText(result))
    return resultExitCode(result)
  },
}

async function performed(reviewer: Reviewer) {
  const taken = await takeRequest(reviewer)
  sayRest(reviewer, taken)
  if (taken.result.status === 'nothing') sayExpired(reviewer)
  return { ...taken, plan: null }
}

async function planned(reviewer: Reviewer) {
  const plan = await planRequest(reviewer)
  return 'status' in plan ? { result: plan, error: null, plan: null } : { result: noResult, error: null, plan }
}
