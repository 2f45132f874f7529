import { sameText } from '../../core/post/plan.ts'
import { attemptWrite } from '../attempt.ts'
import type { NewReview, Posted, RefusedRemark, Remark, Reviewed, Write } from '../forge.ts'
import { writeOnce } from '../write-once.ts'
import { posted } from './conversation.ts'
import { type Diff, readDiffs } from './diffs.ts'
import { type Discussion, discussion, readDiscussions } from './discussions.ts'
import { type MergeRequest, mergeRequestPath, readMergeRequest } from './merge-requests.ts'
import { positionOf } from './positions.ts'
import type { Project } from './project.ts'
import { withCounts } from './suggestions.ts'

/**
 * One discussion for each remark. GitLab can publish drafts together, but only all that their owner has: also those that a
 * person whose token it is has not finished. What is above them elsewhere has no place here.
 */
export async function postRemarks(project: Project, number: number, review: NewReview): Promise<Write<Reviewed>> {
  const read = await attemptWrite(project.client, async () => ({
    about: await readMergeRequest(project, number),
    diffs: await readDiffs(project, number),
  }))
  if (!('value' in read)) return read
  const { about, diffs } = read.value
  if (about.sha !== review.commit) return { problem: 'The head has moved on.', refusal: 'rejected' }
  const refused: RefusedRemark[] = []
  for (const remark of review.remarks) {
    const sent = await postRemark(project, about, remark, diffs)
    if ('value' in sent) continue
    if (sent.refusal !== 'rejected') return sent
    refused.push({ remark, problem: sent.problem })
  }
  return { value: { refused } }
}

async function postRemark(
  project: Project,
  about: MergeRequest,
  remark: Remark,
  diffs: readonly Diff[],
): Promise<Write<Posted>> {
  const { client } = project
  const { iid, diff_refs: references } = about
  const position = positionOf(remark, references, diffs)
  if (position === undefined) {
    return { problem: 'These lines are not shown in the diff.', refusal: 'rejected' }
  }
  const body = withCounts(remark.body, remark)
  const path = `${mergeRequestPath(project, iid)}/discussions`
  const me = await attemptWrite(client, project.me)
  if (!('value' in me)) return me
  const isThis = ({ first }: Discussion) =>
    first.author.id === me.value.id && first.position?.new_path === remark.path && sameText(first.body, body)
  return writeOnce(
    client,
    async () => openingOf(project, iid, await client.send('POST', path, { body, position }, discussion)),
    async () => {
      const found = (await readDiscussions(project, iid)).find(isThis)
      return found && posted(project, iid, found.first)
    },
  )
}

function openingOf(
  project: Project,
  number: number,
  { notes }: { readonly notes: readonly { readonly id: number }[] },
) {
  const [first] = notes
  if (first === undefined) throw new TypeError('A discussion that was begun has a note')
  return posted(project, number, first)
}
