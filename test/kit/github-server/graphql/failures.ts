import { GraphQLError } from 'graphql'

/** What GitHub itself would answer: part of a conversation, no violation. */
export function failure(type: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { type } })
}

export function noNode(id: string): GraphQLError {
  return failure('NOT_FOUND', `Could not resolve to a node with the global id of '${id}'`)
}

/** What this test double does not know to answer. */
export function unmodelled(what: string): GraphQLError {
  return new GraphQLError(`${what} is not modelled`)
}
