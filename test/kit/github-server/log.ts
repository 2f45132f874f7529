import * as v from 'valibot'
import { questionSchema } from './graphql/answer.ts'
import { findRoute } from './rest/routes.ts'

/** A request as a test wants to see it afterwards. */
export interface LogEntry {
  readonly method: string
  /** With the query, without the prefix of an Enterprise Server. */
  readonly path: string
  /** 'pulls/get', or 'graphql'. Null: there is no such thing. */
  readonly operation: string | null
  /** Of a query or mutation. */
  readonly name: string | null
  readonly variables: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** What it was answered with. Null: with nothing. */
  status: number | null
  /** Whether a fault was put in its way. */
  isFaulty: boolean
}

export function logEntry(
  method: string,
  address: URL,
  pathname: string,
  body: unknown,
  headers: LogEntry['headers'],
): LogEntry {
  const path = `${pathname}${address.search}`
  const common = { method, path, body, headers, status: null, isFaulty: false }
  if (pathname === '/graphql') return { ...common, operation: 'graphql', ...questionOf(body) }
  const operation = findRoute(method, pathname)?.operation.operationId ?? null
  return { ...common, operation, name: null, variables: {} }
}

function questionOf(body: unknown): Pick<LogEntry, 'name' | 'variables'> {
  const question = v.safeParse(questionSchema, body)
  if (!question.success) return { name: null, variables: {} }
  const { query, variables } = question.output
  return { name: /\b(?:query|mutation)\s+(\w+)/.exec(query)?.[1] ?? null, variables }
}
