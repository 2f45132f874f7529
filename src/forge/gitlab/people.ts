import * as v from 'valibot'
import { attemptRead, attemptWrite } from '../attempt.ts'
import type { Answer, Write } from '../forge.ts'
import { writeOnce } from '../write-once.ts'
import { mergeRequestPath } from './merge-requests.ts'
import { type Account, account, type Project } from './project.ts'

/** Whether somebody may change the project. Who is not known to it may not. */
export function mayWrite(project: Project, login: string): Promise<Answer<boolean>> {
  return attemptRead(project.client, async () => {
    const found = await findAccount(project, login)
    return found !== undefined && (await project.mayWrite(found.id))
  })
}

async function findAccount({ client }: Project, login: string): Promise<Account | undefined> {
  const [found] = await client.get('/users', v.array(account), { username: login })
  return found
}

const reviewed = v.object({ iid: v.number(), reviewers: v.array(account) })

/** GitLab takes the whole list: whoever is in it stays. Whom it does not want in it, it leaves out without a word. */
export async function requestReview(
  project: Project,
  number: number,
  login: string,
): Promise<Write<{ readonly number: number }>> {
  const { client } = project
  const path = mergeRequestPath(project, number)
  const wanted = await attemptWrite(client, () => findAccount(project, login))
  if (!('value' in wanted)) return wanted
  const id = wanted.value?.id
  if (id === undefined) return { problem: `GitLab knows nobody called ${login}.`, refusal: 'rejected' }
  const written = await writeOnce(
    client,
    async () => {
      const { reviewers } = await client.get(path, reviewed)
      const ids = new Set([...reviewers.map((reviewer) => reviewer.id), id])
      return client.send('PUT', path, { reviewer_ids: [...ids] }, reviewed)
    },
    async () => undefined,
  )
  if (!('value' in written)) return written
  const { iid, reviewers } = written.value
  if (reviewers.some((reviewer) => reviewer.id === id)) return { value: { number: iid } }
  return { problem: `GitLab does not take ${login} as a reviewer${only}.`, refusal: 'rejected' }
}

const only = ': it has no right to see this, or another is one already and GitLab (its free tier) takes one only'
