import * as v from 'valibot'
import { agentKinds } from '../registry.ts'
import { count, dollars, text } from './schema-parts.ts'

// The keys about agents: who they are, what they may take, what they cost.

const model = (what: string) => v.optional(v.pipe(text, v.description(`The model ${what}.`)))

const models = v.optional(
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

const agent = v.strictObject({
  kind: v.pipe(v.picklist(agentKinds), v.description('Which program or service it is.')),
  model: v.optional(v.pipe(text, v.description('The model, in the words of that program or service.'))),
  models,
  command: v.optional(
    v.pipe(v.string(), v.description('For command and acp: the command line. For replay: the file with the replies.')),
  ),
  provider: v.optional(
    v.pipe(
      v.picklist(['anthropic', 'openai', 'google', 'openai-compatible']),
      v.description('For api: whose interface it speaks.'),
    ),
  ),
  base_url: v.optional(v.pipe(v.string(), v.url('must be an address'), v.description('Where the model service is.'))),
  key_env: v.optional(v.pipe(v.string(), v.description('Variable that holds the key, when it is not the usual one.'))),
  env: v.optional(v.pipe(v.array(v.string()), v.description('Further variables that are passed on to it.')), []),
  shell: v.optional(
    v.pipe(
      v.picklist(['sandboxed', 'never']),
      v.description('For codex and acp. never: no shell even inside its own sandbox (codex then sees only the diff).'),
    ),
    'sandboxed',
  ),
})

export const agentsSchema = v.optional(
  v.pipe(
    v.record(v.string(), agent),
    v.description('Agents by name; several may share a kind and differ in the model.'),
  ),
  {},
)

const role = (who: string) => v.optional(v.pipe(text, v.description(`${who}: an agent, auto, builtin or none.`)))

export const rolesSchema = v.optional(
  v.pipe(
    v.strictObject({
      reviewer: role('Who reviews'),
      fixer: role('Who mends'),
      verifier: role('Who checks blocking findings'),
      planner: role('Who plans'),
      executor: role('Who implements'),
    }),
    v.description('Who does what.'),
  ),
  {},
)

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

export const sandboxSchema = v.optional(
  v.pipe(
    v.picklist(['auto', 'required', 'off']),
    v.description('auto: agents run in a sandbox where the system has one. required: not without.'),
  ),
  'auto',
)

export const concurrencySchema = v.optional(
  v.pipe(
    v.strictObject({
      overall: v.optional(v.pipe(count, v.minValue(1), v.description('Agent calls at the same time.')), 4),
      per_agent: v.optional(v.pipe(count, v.minValue(1), v.description('Calls of one agent at the same time.')), 2),
    }),
    v.description('How much runs at the same time.'),
  ),
  {},
)

export const budgetSchema = v.optional(
  v.pipe(
    v.strictObject({
      seconds: v.optional(v.pipe(count, v.minValue(1), v.description('Time of one agent call.')), 600),
      turns: v.optional(v.pipe(count, v.minValue(1), v.description('Turns of one agent call.')), 30),
      tokens: v.optional(v.pipe(count, v.minValue(1), v.description('Tokens of one agent call.'))),
      dollars: v.optional(v.pipe(dollars, v.description('Price of one agent call, where it is known.'))),
    }),
    v.description('What one call of an agent may take.'),
  ),
  {},
)
