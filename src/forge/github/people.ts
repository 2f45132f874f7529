import * as v from 'valibot'
import { normaliseLogin } from '../../core/outside/who.ts'
import { attemptRead } from '../attempt.ts'
import type { Answer } from '../forge.ts'
import type { Client } from './client.ts'
import type { Place } from './pages.ts'
import { author, authorFields } from './schemas.ts'

const permission = v.object({ permission: v.string() })

/**
 * Whether somebody may change the repository. Who is not known to it may not. Rights are shown only to who has some: to others, as
 * to whoever sends a change from a fork, GitHub tells no more than who belongs to the repository.
 */
export async function mayWrite(client: Client, place: Place, login: string): Promise<Answer<boolean>> {
  return attemptRead(client, async () => {
    const { owner, name } = place.repository
    const route = '/repos/{owner}/{repo}/collaborators/{username}/permission'
    try {
      const found = await client.get(route, { owner, repo: name, username: login }, permission)
      return found.permission === 'admin' || found.permission === 'write'
    } catch (error) {
      const status = error instanceof Error && 'status' in error ? error.status : undefined
      if (status === 404) return false
      if (status === 403 && client.refusalOf(error) === 'forbidden') return belongs(client, place, login)
      throw error
    }
  })
}

const said = `nodes { ${authorFields} authorAssociation }`

const associationsQuery = `query Associations($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviews(last: 100) { ${said} }
      comments(last: 100) { ${said} }
      reviewThreads(last: 100) { nodes { comments(last: 50) { ${said} } } }
    }
  }
}`

const texts = v.object({ nodes: v.array(v.object({ author, authorAssociation: v.string() })) })

const associations = v.object({
  repository: v.object({
    pullRequest: v.object({
      reviews: texts,
      comments: texts,
      reviewThreads: v.object({ nodes: v.array(v.object({ comments: texts })) }),
    }),
  }),
})

async function belongs(client: Client, { repository, number }: Place, login: string): Promise<boolean> {
  const answer = await client.query(associationsQuery, { ...repository, number }, associations)
  const { reviews, comments, reviewThreads } = answer.repository.pullRequest
  return [reviews, comments, ...reviewThreads.nodes.map((thread) => thread.comments)]
    .flatMap(({ nodes }) => nodes)
    .some((each) => each.author?.login === normaliseLogin(login) && members.includes(each.authorAssociation))
}

const members = ['OWNER', 'MEMBER', 'COLLABORATOR']
