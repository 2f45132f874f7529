import { dereference, description, type Operation, parameterOf, problemsOf, type Schema } from './description.ts'

export type Values = Readonly<Record<string, string | undefined>>

interface Route {
  readonly method: string
  readonly pattern: RegExp
  readonly variables: number
  readonly operation: Operation
}

// Fixed words before variables: /issues/comments/1 is no comment of the issue `comments`.
const routes: readonly Route[] = Object.entries(description.paths)
  .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => routeOf(path, method, operation)))
  .sort((a, b) => a.variables - b.variables)

function routeOf(path: string, method: string, operation: Operation): Route {
  const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
  return { method: method.toUpperCase(), pattern, variables: path.split('{').length, operation }
}

export function findRoute(method: string, pathname: string): { operation: Operation; values: Values } | undefined {
  for (const route of routes) {
    const match = route.method === method ? route.pattern.exec(pathname) : null
    if (match === null) continue
    const values = Object.entries(match.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)])
    return { operation: route.operation, values: Object.fromEntries(values) }
  }
  return undefined
}

/** What the description does not allow in the address of a request. */
export function parameterProblems(operation: Operation, values: Values, query: URLSearchParams): readonly string[] {
  const parameters = operation.parameters.map(parameterOf)
  const unknown = [...query.keys()].filter((key) => !parameters.some(({ name }) => name === key))
  const wrong = parameters.flatMap(({ name, schema }) => {
    const given = values[name] ?? query.get(name)
    if (given === null || given === undefined) return []
    if (name === 'per_page' && Number(given) > 100) return [`${operation.operationId}: a page has 100 at most`]
    const isNumber = dereference(schema).type === 'integer'
    return problemsOf(`${operation.operationId} ${name}`, schema, isNumber ? Number(given) : given)
  })
  return [...unknown.map((key) => `${operation.operationId} has no parameter ${key}`), ...wrong]
}

/** What the description does not allow in its body. GitHub ignores what it does not know; we would rather hear of it. */
export function bodyProblems({ operationId, body }: Operation, given: unknown): readonly string[] {
  if (body === undefined) return given === undefined ? [] : [`${operationId} takes no body`]
  const value = given ?? {}
  return [
    ...problemsOf(`${operationId} body`, body, value),
    ...unknownIn([body], value).map((path) => `${operationId} has no property ${path}`),
  ]
}

/** 'comments.0.startside'. What has no properties may hold any. */
function unknownIn(schemas: readonly Schema[], value: unknown): readonly string[] {
  const shapes = schemas.flatMap(shapesOf)
  const below = (name: string, inner: readonly Schema[], held: unknown) =>
    unknownIn(inner, held).map((path) => `${name}.${path}`)
  if (Array.isArray(value)) {
    const items = shapes.flatMap((shape) => shape.items ?? [])
    return value.flatMap((held, index) => below(String(index), items, held))
  }
  if (typeof value !== 'object' || value === null || shapes.every(({ properties }) => properties === undefined))
    return []
  return Object.entries(value).flatMap(([name, held]) => {
    const known = shapes.flatMap(({ properties = {} }) => properties[name] ?? [])
    return known.length === 0 ? [name] : below(name, known, held)
  })
}

/** It and all that it can be instead. */
function shapesOf(schema: Schema): readonly Schema[] {
  const shape = dereference(schema)
  const { oneOf = [], anyOf = [], allOf = [] } = shape
  return [shape, ...[...oneOf, ...anyOf, ...allOf].flatMap(shapesOf)]
}

/** What the description does not allow in an answer of ours. Refusals it does not mention have the form of all others. */
export function answerProblems(
  { operationId, responses }: Operation,
  status: number,
  body: unknown,
): readonly string[] {
  const schema = responses[String(status)]
  if (schema === null) return []
  if (schema !== undefined) return problemsOf(`${operationId} ${status}`, schema, body)
  if (status < 400) return [`${operationId} does not answer with ${status}`]
  return problemsOf('refusal', { $ref: '#/components/schemas/basic-error' }, body)
}
