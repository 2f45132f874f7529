import * as v from 'valibot'
import { count, text, texts } from './schema-parts.ts'

// The keys about loops.

export const validateSchema = v.optional(
  v.pipe(
    v.strictObject({
      commands: v.optional(
        v.pipe(texts, v.description('Commands that must pass: tests, build, lint. Each is a line for the shell.')),
        [],
      ),
      seconds: v.optional(v.pipe(count, v.minValue(1), v.description('Time of one command.')), 600),
      baseline: v.optional(
        v.pipe(
          v.picklist(['block', 'allow']),
          v.description('What becomes of the gate when a command failed before the first fix already.'),
        ),
        'block',
      ),
      sandbox: v.optional(
        v.pipe(
          v.picklist(['auto', 'off']),
          v.description(
            'auto: commands run in a sandbox where the system has one. off: not, for tests that need more of the machine.',
          ),
        ),
        'auto',
      ),
    }),
    v.description('What a loop runs before the first and after every fix.'),
  ),
  {},
)

export const loopSchema = v.optional(
  v.pipe(
    v.strictObject({
      max_rounds: v.optional(
        v.pipe(count, v.minValue(1), v.maxValue(5), v.description('Reviews before a person is asked.')),
        3,
      ),
      on_limit: v.optional(
        v.pipe(
          v.picklist(['ask', 'block', 'accept', 'continue']),
          v.description(
            'What happens when findings are left: ask a person, stop, accept them, or go on up to 5 rounds.',
          ),
        ),
        'ask',
      ),
      scope_guard: v.optional(
        v.pipe(
          v.picklist(['report', 'strict']),
          v.description('strict: a fix that touches files beyond its findings is taken back.'),
        ),
        'report',
      ),
      findings: v.optional(v.pipe(text, v.description('Folder of the findings documents.')), '.review-loop/findings'),
      coverage: v.optional(
        v.pipe(count, v.maxValue(100), v.description('Test coverage that a fixer is told to keep, in percent.')),
        80,
      ),
    }),
    v.description('How review and fix take turns.'),
  ),
  {},
)
