import * as v from 'valibot'
import { count, texts } from './schema-parts.ts'

// The keys about agents that review together.

export const panelSchema = v.optional(
  v.pipe(
    v.strictObject({
      agents: v.optional(
        v.pipe(texts, v.description('Further agents: passes take turns, and where one fails another one is asked.')),
        [],
      ),
      passes: v.optional(
        v.pipe(
          count,
          v.minValue(1),
          v.maxValue(9),
          v.description('How often the code is searched for bugs, each time in another order.'),
        ),
        1,
      ),
      max_parts: v.optional(
        v.pipe(count, v.minValue(1), v.description('Parts of a long change; what is beyond them is not reviewed.')),
        40,
      ),
      generated_kb: v.optional(
        v.pipe(
          count,
          v.description(
            'Of new files that programs write (dist/, vendor/, *.min.js): what reviewers read in all. What is beyond it is not reviewed.',
          ),
        ),
        128,
      ),
      summarise: v.optional(
        v.pipe(
          texts,
          v.description('Paths that reviewers hear of but do not see, besides generated, vendored and lock files.'),
        ),
        [],
      ),
      show: v.optional(
        v.pipe(texts, v.description('Paths that reviewers see although they look generated or vendored.')),
        [],
      ),
      unreviewed: v.optional(
        v.pipe(
          v.picklist(['inconclusive', 'accept']),
          v.description('What becomes of the gate when a part of the change cannot be reviewed.'),
        ),
        'inconclusive',
      ),
    }),
    v.description('How agents review a change together.'),
  ),
  {},
)
