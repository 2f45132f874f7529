import * as v from 'valibot'

// The keys about agents that review together.

const patterns = v.array(v.pipe(v.string(), v.nonEmpty('must not be empty')))
const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const model = (what: string) =>
  v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty'), v.description(`The model ${what}.`)))

export const modelsSchema = v.optional(
  v.pipe(
    v.strictObject({
      strong: model('for the code itself'),
      standard: model('for tests, rules and small changes'),
      cheap: model('for what needs little thought'),
    }),
    v.description('Models by tier; a tier without one takes `model`.'),
  ),
  {},
)

export const panelSchema = v.optional(
  v.pipe(
    v.strictObject({
      agents: v.optional(
        v.pipe(patterns, v.description('Further agents: passes take turns, and where one fails another one is asked.')),
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
      summarise: v.optional(
        v.pipe(
          patterns,
          v.description('Paths that reviewers hear of but do not see, besides generated, vendored and lock files.'),
        ),
        [],
      ),
      show: v.optional(
        v.pipe(patterns, v.description('Paths that reviewers see although they look generated or vendored.')),
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

const dollars = v.pipe(v.number(), v.minValue(0))

export const pricesSchema = v.optional(
  v.pipe(
    v.record(
      v.string(),
      v.strictObject({
        input: v.pipe(dollars, v.description('Dollars for a million tokens.')),
        output: v.pipe(dollars, v.description('Dollars for a million tokens.')),
        cached: v.optional(v.pipe(dollars, v.description('For input read from a cache; default: as other input.'))),
        written: v.optional(v.pipe(dollars, v.description('For input written to a cache; default: as other input.'))),
      }),
    ),
    v.description('What models cost here, where it is not the list price.'),
  ),
  {},
)

export const cacheSchema = v.optional(
  v.pipe(
    v.strictObject({
      max_mb: v.optional(v.pipe(count, v.description('Size of all kept replies; 0 keeps none.')), 64),
      days: v.optional(v.pipe(count, v.minValue(1), v.description('A reply that was not used for so long goes.')), 14),
    }),
    v.description('Replies of agents, kept so that the same question is not paid for twice.'),
  ),
  {},
)
