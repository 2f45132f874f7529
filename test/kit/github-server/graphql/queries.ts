import { stampOf } from '../clock.ts'
import { restLogin } from '../state/accounts.ts'
import { limitBody } from '../state/limits.ts'
import { findRepository } from '../state/repositories.ts'
import { failure, noNode } from './failures.ts'
import { accountNode } from './nodes/accounts.ts'
import { nodeOf } from './nodes/entities.ts'
import { repositoryNode } from './nodes/pull-requests.ts'
import { canSee, type Node, type Viewer } from './viewer.ts'

/** graphql-js calls what is a function with the arguments of the field. */
export function queries(viewer: Viewer): Node {
  const { world, token } = viewer
  return {
    // Here alone bots have their `[bot]`.
    viewer: () => ({ ...accountNode(token.account), login: restLogin(token.account) }),
    rateLimit: () => {
      const { limit, remaining, used } = limitBody(world.limits.graphql)
      return { cost: 1, nodeCount: 1, limit, remaining, used, resetAt: stampOf(world.limits.graphql.resetAt) }
    },
    repository: ({ owner, name }: { readonly owner: string; readonly name: string }) => {
      const found = findRepository(world, owner, name)
      if (found !== undefined && canSee(viewer, found)) return repositoryNode(viewer, found)
      throw failure('NOT_FOUND', `Could not resolve to a Repository with the name '${owner}/${name}'.`)
    },
    node: ({ id }: { readonly id: string }) => {
      const entity = world.nodes.get(id)
      if (entity === undefined) throw noNode(id)
      return nodeOf(viewer, entity)
    },
    nodes: ({ ids }: { readonly ids: readonly string[] }) =>
      ids.map((id) => {
        const entity = world.nodes.get(id)
        return entity === undefined ? null : nodeOf(viewer, entity)
      }),
  }
}
