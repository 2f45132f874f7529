import * as v from 'valibot'
import { defaultBudget, roundLimits } from '../core/mail/limits.ts'
import { count, text } from './schema-parts.ts'

// The keys about reviews by messages.

const agent = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'must be a name of letters, digits, ".", "_" and "-", at most 64'),
)

export const mailSchema = v.optional(
  v.pipe(
    v.strictObject({
      root: v.optional(v.pipe(text, v.description('Folder of the mailbox.')), '.review-loop/mail'),
      agents: v.optional(
        v.pipe(v.array(agent), v.description('Who gets a folder from `mail init` where it names nobody.')),
        [],
      ),
      signing: v.optional(
        v.pipe(
          v.picklist(['off', 'warn', 'require']),
          v.description(
            'warn: signatures are made and looked at. require: only what is signed by whom we trust counts.',
          ),
        ),
        'off',
      ),
      keys: v.optional(
        v.pipe(
          text,
          v.description(
            'Folder of the private keys, and of the keys we trust; not in the mailbox. Default: in the configuration folder of the user.',
          ),
        ),
      ),
      max_rounds: v.optional(
        v.pipe(
          count,
          v.minValue(1),
          v.maxValue(roundLimits.most),
          v.description('Reviews before the last word of the reviewer.'),
        ),
        roundLimits.usual,
      ),
      max_turns_reviewer: v.optional(
        v.pipe(count, v.minValue(1), v.maxValue(1000), v.description('Turns a reviewer may take for one request.')),
        defaultBudget.turns,
      ),
      max_runtime_s_reviewer: v.optional(
        v.pipe(count, v.minValue(1), v.maxValue(86_400), v.description('Seconds a reviewer may take for one request.')),
        defaultBudget.seconds,
      ),
    }),
    v.description('Reviews by messages between agents.'),
  ),
  {},
)
