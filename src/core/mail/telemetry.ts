import { optional } from './fields.ts'
import { amount, integer, oneLine } from './rules.ts'

const count = integer(0, 1_000_000_000_000)

/** What a reviewer or an author used. On the envelope, and as a map in the body. */
export const telemetryFields = {
  model: optional(oneLine(200), 'The model that was used'),
  turns: optional(count, 'Turns of the agent'),
  input_tokens: optional(count, 'Tokens that were read'),
  output_tokens: optional(count, 'Tokens that were written'),
  wall_time_s: optional(amount, 'Seconds from start to end'),
  est_cost_usd: optional(amount, 'Estimated cost in dollars'),
}
