import * as v from 'valibot'
import { schemaProblem } from '../values/schema-problem.ts'
import { extractObject } from './extract-json.ts'
import type { RawReply } from './raw-reply.ts'

/** `doubts`: it can be read, but is worth asking for once more. */
export type ReadReply<T> =
  | { readonly value: T; readonly doubts?: readonly string[] }
  | { readonly problems: readonly string[] }

const mostProblems = 10

/** The reply as the schema has it, or what is wrong with it, in words that the agent can act on. Never guesses. */
export function readReply<const S extends v.GenericSchema>(reply: RawReply, schema: S): ReadReply<v.InferOutput<S>> {
  const extracted = reply.structured === null ? extractObject(reply.text) : { value: reply.structured }
  if ('problem' in extracted) return { problems: [extracted.problem] }
  const result = v.safeParse(schema, extracted.value)
  if (result.success) return { value: result.output }
  return { problems: result.issues.slice(0, mostProblems).map((issue) => schemaProblem(issue, 'the object')) }
}
