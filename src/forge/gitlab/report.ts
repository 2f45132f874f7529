import { attemptWrite } from '../attempt.ts'
import type { CommitReport, Reported, Write } from '../forge.ts'
import { writeOnce } from '../write-once.ts'
import { readStatuses, type Status, status } from './checks.ts'
import { orNothing, type Project } from './project.ts'

/** As much as GitLab takes. */
const longestDescription = 255

/** A report on a commit is a status: a word and a line. What stands there already is not said again. */
export async function postReport(project: Project, report: CommitReport): Promise<Write<Reported>> {
  const { client, path } = project
  const { commit, name, passed, title, notes } = report
  const state = passed ? 'success' : 'failed'
  const description = `${title} (${notes.length} on lines)`.slice(0, longestDescription)
  const find = async () => {
    const said = await readStatuses(project, commit, name)
    const last = [...said].sort((one, other) => other.id - one.id)[0]
    return last?.status === state && last.description === description ? last : undefined
  }
  const there = await attemptWrite(client, find)
  if (!('value' in there)) return there
  const send = () => orNothing(client.send('POST', `${path}/statuses/${commit}`, { state, name, description }, status))
  const written: Write<Status | undefined> = there.value === undefined ? await writeOnce(client, send, find) : there
  if (!('value' in written)) return written
  if (written.value === undefined) return { problem: noBranch, refusal: 'rejected' }
  const url = `${project.page}/-/commit/${commit}`
  return { value: { id: String(written.value.id), url, showsNotes: false } }
}

/** The commit itself was there when it was asked what is said about it. */
const noBranch = 'The commit is on no branch of this project, as that of a fork: GitLab takes no status for it.'
