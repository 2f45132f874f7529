import { buildSchema, graphqlSync } from 'graphql'
import { Refused } from './refused.ts'
import type { Note, User, World } from './world.ts'

// What is used of GitLab's GraphQL interface, as its source describes it: what is asked beyond that is no question.
const schema = buildSchema(`
type Query { project(fullPath: ID!): Project }
type Project { mergeRequest(iid: String!): MergeRequest }
type MergeRequest { notes(first: Int, after: String): NoteConnection! }
type NoteConnection { nodes: [Note] pageInfo: PageInfo! }
type PageInfo { hasNextPage: Boolean! endCursor: String }
type Note { id: ID! lastEditedAt: String lastEditedBy: UserCore awardEmoji: AwardEmojiConnection }
type AwardEmojiConnection { nodes: [AwardEmoji] }
type AwardEmoji { name: String! user: UserCore! }
type UserCore { id: ID! username: String! }`)

export interface Question {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
}

export function answerQuestion(world: World, { query, variables }: Question): unknown {
  const rootValue = {
    project: ({ fullPath }: { readonly fullPath: string }) => (fullPath === world.path ? project(world) : null),
  }
  const answer = graphqlSync({ schema, source: query, rootValue, variableValues: variables })
  if (answer.errors !== undefined) throw new Refused(400, String(answer.errors[0]))
  return answer
}

function project(world: World) {
  return {
    mergeRequest: ({ iid }: { readonly iid: string }) => {
      const found = world.mergeRequests.find((each) => String(each.iid) === iid)
      return found === undefined ? null : { notes: pageOf(found.discussions.flatMap(({ notes }) => notes)) }
    },
  }
}

function pageOf(all: readonly Note[]) {
  return ({ first = 100, after }: { readonly first?: number; readonly after?: string | null }) => {
    const start = Number(after ?? 0)
    const hasNextPage = start + first < all.length
    const pageInfo = { hasNextPage, endCursor: hasNextPage ? String(start + first) : null }
    return { pageInfo, nodes: all.slice(start, start + first).map(noteNode) }
  }
}

function noteNode({ id, place, editedAt, editor, awards }: Note) {
  const kind = place === null ? 'Note' : 'DiffNote'
  const nodes = awards.map(({ name, author }) => ({ name, user: userNode(author) }))
  const edited = { lastEditedAt: editedAt, lastEditedBy: editor && userNode(editor) }
  return { id: `gid://gitlab/${kind}/${id}`, ...edited, awardEmoji: { nodes } }
}

function userNode({ id, username }: User) {
  return { id: `gid://gitlab/User/${id}`, username }
}
