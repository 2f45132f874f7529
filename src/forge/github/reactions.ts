import * as v from 'valibot'
import { nameOfReaction } from '../../core/outside/reactions.ts'
import { normaliseLogin } from '../../core/outside/who.ts'
import type { PostedReaction } from '../../core/watch/snapshot.ts'
import type { Client } from './client.ts'
import { listAt, type Place } from './pages.ts'

const route = '/repos/{owner}/{repo}/issues/{issue_number}/reactions'

/** GraphQL knows only people here, and REST calls some apps people: but no name of a person ends in `[bot]`. */
const user = v.pipe(
  v.object({ login: v.string(), type: v.string() }),
  v.transform(({ login, type }) => ({
    login: normaliseLogin(login),
    isBot: type === 'Bot' || login.toLowerCase().endsWith('[bot]'),
  })),
)

const reaction = v.pipe(
  v.object({ node_id: v.string(), user: v.nullable(user), content: v.string(), created_at: v.string() }),
  v.transform(
    ({ node_id: id, user: author, content, created_at: at }): PostedReaction => ({
      id,
      author,
      name: nameOfReaction(content),
      at,
    }),
  ),
)

/** To the description of a pull request. */
export function readReactions(client: Client, { repository, number }: Place): Promise<readonly PostedReaction[]> {
  return listAt(client, route, { owner: repository.owner, repo: repository.name, issue_number: number }, reaction)
}
