import { execute, type GraphQLError, type GraphQLFieldResolver, parse, specifiedRules, validate } from 'graphql'
import * as v from 'valibot'
import type { Answer } from '../answer.ts'
import { unmodelled } from './failures.ts'
import { mutations } from './mutations.ts'
import { paginationRule } from './pagination-rule.ts'
import { queries } from './queries.ts'
import { githubSchema } from './schema.ts'
import type { Viewer } from './viewer.ts'

export const questionSchema = v.object({
  query: v.string(),
  variables: v.nullish(v.record(v.string(), v.unknown()), {}),
  operationName: v.nullish(v.string()),
})

/** Answers as GitHub would, by its own schema. What the schema does not allow, on either side, is a violation. */
export async function answerGraphql(viewer: Viewer, body: unknown, isOld: boolean): Promise<Answer> {
  const question = v.safeParse(questionSchema, body)
  if (!question.success) return wrong([{ message: 'A query attribute must be specified and must be a string.' }])
  const { query, variables, operationName } = question.output
  const schema = await githubSchema(isOld)
  let document: ReturnType<typeof parse>
  try {
    document = parse(query)
  } catch (error) {
    return wrong([{ message: `Parse error: ${String(error)}` }])
  }
  const problems = validate(schema, document, [...specifiedRules, paginationRule(variables)])
  if (problems.length > 0) return wrong(problems.map(shown))
  const { data, errors = [] } = await execute({
    schema,
    document,
    rootValue: { ...queries(viewer), ...mutations(viewer) },
    variableValues: variables,
    operationName: operationName ?? null,
    fieldResolver,
  })
  // Failures have the type that GitHub gives them; what has none should not have happened.
  const violations = errors.filter(({ extensions }) => extensions.type === undefined).map(described)
  const answer = { ...(data === undefined ? {} : { data }), ...(errors.length > 0 && { errors: errors.map(shown) }) }
  return { status: 200, body: answer, headers: {}, violations }
}

/** As graphql-js does it, except that what is not there is no null. */
const fieldResolver: GraphQLFieldResolver<unknown, unknown> = (source, args, _, { fieldName, parentType }) => {
  const value: unknown = Object(source)[fieldName]
  if (value === undefined) throw unmodelled(`${parentType.name}.${fieldName}`)
  return typeof value === 'function' ? value(args) : value
}

function shown({ message, path, locations, extensions }: GraphQLError) {
  const { type } = extensions
  return { ...(type === undefined ? {} : { type }), ...(path && { path }), ...(locations && { locations }), message }
}

function wrong(errors: readonly { readonly message: string }[]): Answer {
  return { status: 200, body: { errors }, headers: {}, violations: errors.map(described) }
}

function described({ message }: { readonly message: string }): string {
  return `GraphQL: ${message}`
}
