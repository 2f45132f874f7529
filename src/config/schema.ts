import * as v from 'valibot'
import { severities } from '../core/findings/severity.ts'
import {
  agentsSchema,
  budgetSchema,
  cacheSchema,
  concurrencySchema,
  pricesSchema,
  rolesSchema,
  sandboxSchema,
} from './agent-schema.ts'
import { githubSchema } from './github-schema.ts'
import { loopSchema, validateSchema } from './loop-schema.ts'
import { mailSchema } from './mail-schema.ts'
import { panelSchema } from './panel-schema.ts'
import { runSchema } from './run-schema.ts'
import { count, texts } from './schema-parts.ts'

// What a person may write in .review-loop/config.yaml. Each key says what it does; the JSON Schema is made from this.

const severity = v.picklist(severities)

const severityOverride = v.strictObject({
  rule: v.optional(
    v.pipe(v.string(), v.description('A rule such as hygiene/debugger; a trailing * matches a family.')),
  ),
  category: v.optional(v.pipe(v.string(), v.description('A category such as security.'))),
  path: v.optional(v.pipe(v.string(), v.description('Only for these paths, in the syntax of .gitignore.'))),
  severity: v.pipe(severity, v.description('The severity to use instead.')),
})

export const configSchema = v.strictObject({
  base: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'Branch or commit to compare with. Default: the default branch of the remote, else main or master.',
      ),
    ),
  ),
  lines: v.optional(
    v.pipe(
      v.picklist(['hunk', 'strict']),
      v.description('hunk: keep findings in or within 3 lines of a hunk. strict: only on added or modified lines.'),
    ),
    'hunk',
  ),
  confidence_floor: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0),
      v.maxValue(1),
      v.description('Findings below this confidence are discarded, with the reason kept.'),
    ),
    0.5,
  ),
  unverified: v.optional(
    v.pipe(
      v.picklist(['inconclusive', 'list']),
      v.description(
        'A blocking claim that cannot be checked against the code makes the review inconclusive (inconclusive), or is only listed (list).',
      ),
    ),
    'inconclusive',
  ),
  ignore: v.optional(v.pipe(texts, v.description('Paths that are not reviewed, in the syntax of .gitignore.')), []),
  severity: v.optional(
    v.pipe(
      v.array(severityOverride),
      v.description('Other severities for rules, categories or paths; the last that matches counts.'),
    ),
    [],
  ),
  builtin: v.optional(
    v.pipe(
      v.strictObject({
        disable: v.optional(
          v.pipe(
            v.array(v.picklist(['hygiene', 'oxlint', 'ruff', 'rules'])),
            v.description('Built-in reviewers that do not run.'),
          ),
          [],
        ),
        rules_off: v.optional(
          v.pipe(
            texts,
            v.description('Rules of built-in reviewers that are not reported; a trailing * matches a family.'),
          ),
          [],
        ),
      }),
      v.description('The built-in reviewers.'),
    ),
    {},
  ),
  limits: v.optional(
    v.pipe(
      v.strictObject({
        fast_path_lines: v.optional(
          v.pipe(count, v.description('Up to this many changed lines one reviewer looks at everything.')),
          200,
        ),
        partition_lines: v.optional(
          v.pipe(count, v.minValue(1), v.description('Changed lines in one partition.')),
          500,
        ),
        partition_files: v.optional(v.pipe(count, v.minValue(1), v.description('Files in one partition.')), 25),
        call_tokens: v.optional(
          v.pipe(count, v.minValue(2000), v.description('Tokens of one prompt; a longer change is reviewed in parts.')),
          60_000,
        ),
        incremental_files: v.optional(
          v.pipe(count, v.description('A follow-up with more files than this is reviewed in full.')),
          30,
        ),
        incremental_lines: v.optional(
          v.pipe(count, v.description('A follow-up with more changed lines than this is reviewed in full.')),
          1500,
        ),
        large_file_kb: v.optional(v.pipe(count, v.description('Added files larger than this are reported.')), 1024),
        analyse_file_kb: v.optional(
          v.pipe(count, v.description('Files larger than this are not analysed statically.')),
          1024,
        ),
      }),
      v.description('Sizes that change what happens.'),
    ),
    {},
  ),
  incremental: v.optional(
    v.pipe(
      v.picklist(['auto', 'off']),
      v.description('auto: a small follow-up after a review is reviewed incrementally.'),
    ),
    'auto',
  ),
  import: v.optional(
    v.pipe(
      v.strictObject({
        error: v.optional(v.pipe(severity, v.description('Severity of an imported error.')), 'P2'),
        warning: v.optional(v.pipe(severity, v.description('Severity of an imported warning.')), 'P3'),
        note: v.optional(v.pipe(severity, v.description('Severity of an imported note.')), 'P3'),
        security_p0: v.optional(v.pipe(v.number(), v.description('A SARIF security-severity from here on is P0.')), 9),
        security_p1: v.optional(v.pipe(v.number(), v.description('A SARIF security-severity from here on is P1.')), 7),
      }),
      v.description('How the severities of imported reports are read.'),
    ),
    {},
  ),
  agents: agentsSchema,
  roles: rolesSchema,
  panel: panelSchema,
  loop: loopSchema,
  validate: validateSchema,
  run: runSchema,
  mail: mailSchema,
  cache: cacheSchema,
  github: githubSchema,
  prices: pricesSchema,
  sandbox: sandboxSchema,
  concurrency: concurrencySchema,
  budget: budgetSchema,
})

export type FilledConfig = v.InferOutput<typeof configSchema>

const waiver = v.strictObject({
  id: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^F-[0-9a-f]{8,}$/, 'must be the id of a finding, such as F-1261c0ee'),
      v.description('The id of one finding.'),
    ),
  ),
  rule: v.optional(v.pipe(v.string(), v.description('A rule; a trailing * matches a family. Needs a path.'))),
  path: v.optional(v.pipe(v.string(), v.description('Paths in the syntax of .gitignore.'))),
  title: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'With an id: the title of the finding. Needed for a P0 or P1 of an agent, which may say something else about the same code later.',
      ),
    ),
  ),
  reason: v.pipe(v.string(), v.trim(), v.nonEmpty('must say why'), v.description('Why this is acceptable.')),
  expires: v.optional(
    v.pipe(
      v.string(),
      v.isoDate('must be a date such as 2027-01-31'),
      v.description('The last day on which it works.'),
    ),
  ),
})

export const waiversSchema = v.strictObject({ waivers: v.array(waiver) })
