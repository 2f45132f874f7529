import * as v from 'valibot'
import { schemaProblem } from '../core/values/schema-problem.ts'

export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
}

/** What a server says is text until a schema has read it. */
export function readAnswer<T>(answer: unknown, schema: v.GenericSchema<unknown, T>): T {
  const result = v.safeParse(schema, answer)
  if (result.success) return result.output
  throw new UnreadableAnswer(schemaProblem(result.issues[0], 'the answer'))
}
