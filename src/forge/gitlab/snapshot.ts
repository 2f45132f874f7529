import * as v from 'valibot'
import { normaliseLogin } from '../../core/outside/who.ts'
import type { Snapshot } from '../../core/watch/snapshot.ts'
import { attemptRead } from '../attempt.ts'
import type { Answer, Threads } from '../forge.ts'
import { createWitness, readOneMoment } from '../moment.ts'
import { plainThread } from '../plain-thread.ts'
import { checkOf, readStatuses } from './checks.ts'
import { readDiscussions } from './discussions.ts'
import { type MergeRequest, mergeRequestPath, readMergeRequest } from './merge-requests.ts'
import { readMergeState } from './merge-state.ts'
import { readNoteEditors } from './note-editors.ts'
import { readNoteThumbs } from './note-thumbs.ts'
import { account, type Project } from './project.ts'
import { readReactions } from './reactions.ts'
import { readSaid } from './said.ts'
import { readVersions, sinceOf } from './versions.ts'

/** All that is said about a merge request, of one moment. Whatever is missing makes it no answer. */
export function readSnapshot(project: Project, number: number): Promise<Answer<Snapshot>> {
  return inOneMoment(project, number, async (about) => {
    const versions = await readVersions(project, number)
    const discussions = await readDiscussions(project, number)
    const editors = await readNoteEditors(project, number, discussions)
    const thumbs = await readNoteThumbs(project, number, editors)
    const { threads, comments } = await readSaid(project, about, versions, discussions, editors, thumbs)
    const statuses = await readStatuses(project, about.sha)
    return {
      id: String(about.iid),
      number: about.iid,
      state: stateOf(about),
      isDraft: about.draft,
      ...(await readMergeState(project, about)),
      head: about.sha,
      branch: about.source_branch,
      checksAreHidden: false,
      headSince: sinceOf(versions, about.sha),
      me: await project.authorOf(await project.me()),
      body: about.description,
      author: await project.authorOf(about.author),
      // GitLab does not say who edited it.
      describedBy: null,
      // What a reviewer says here are notes; an approval is not tied to a commit.
      reviews: [],
      threads,
      comments,
      reactions: await readReactions(project, number),
      checks: await Promise.all(statuses.map((status) => checkOf(project, status))),
      requested: await readRequested(project, number),
    }
  })
}

export function readThreads(project: Project, number: number): Promise<Answer<Threads>> {
  return inOneMoment(project, number, async (about) => {
    const versions = await readVersions(project, number)
    const { threads } = await readSaid(project, about, versions, await readDiscussions(project, number))
    return { head: about.sha, threads: threads.map(plainThread) }
  })
}

/** What is read between two looks that are the same is of one moment. */
export function inOneMoment<T>(
  project: Project,
  number: number,
  read: (about: MergeRequest) => Promise<T>,
): Promise<Answer<T>> {
  return attemptRead(project.client, () =>
    readOneMoment(async () => {
      const witness = createWitness()
      const before = await readMergeRequest(project, number)
      witness({ head: before.sha, state: before.state })
      const value = await read(before)
      const after = await readMergeRequest(project, number)
      witness({ head: after.sha, state: after.state })
      return value
    }),
  )
}

/** One that is being merged is locked, and still open. */
function stateOf({ state }: MergeRequest): Snapshot['state'] {
  return state === 'merged' || state === 'closed' ? state : 'open'
}

const reviewer = v.object({ user: account, state: v.string() })

/** Whose review is asked for and has not come. */
async function readRequested(project: Project, number: number): Promise<readonly string[]> {
  const all = await project.client.list(`${mergeRequestPath(project, number)}/reviewers`, reviewer)
  return all
    .filter(({ state }) => state === 'unreviewed' || state === 'review_started')
    .map(({ user }) => normaliseLogin(user.username))
}
