import * as v from 'valibot'
import { nameOfReaction } from '../../core/outside/reactions.ts'
import type { PostedReaction } from '../../core/watch/snapshot.ts'
import { mergeRequestPath } from './merge-requests.ts'
import { moment } from './moments.ts'
import { account, type Project } from './project.ts'

const award = v.object({ id: v.number(), name: v.string(), user: account, created_at: moment })

/** To the description of a merge request. */
export async function readReactions(project: Project, number: number): Promise<readonly PostedReaction[]> {
  const reactions: PostedReaction[] = []
  for (const { id, name, user, created_at: at } of await project.client.list(
    `${mergeRequestPath(project, number)}/award_emoji`,
    award,
  )) {
    reactions.push({ id: String(id), author: await project.authorOf(user), name: nameOfReaction(name), at })
  }
  return reactions
}
