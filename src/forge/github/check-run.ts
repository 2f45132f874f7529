import * as v from 'valibot'
import { attemptWrite } from '../attempt.ts'
import type { CommitReport, Reported, ReportNote, Write } from '../forge.ts'
import type { RepositoryName } from '../remote.ts'
import { writeOnce } from '../write-once.ts'
import type { Client } from './client.ts'
import { allNumbered, pageSize } from './pages.ts'

// A report on a commit is a check run. So many notes are taken at once; more are added to those that are there.
const mostNotes = 50

const checkRun = v.object({
  id: v.number(),
  status: v.string(),
  external_id: v.nullable(v.string()),
  html_url: v.nullable(v.string()),
  output: v.object({ annotations_count: v.number() }),
})
type CheckRun = v.InferOutput<typeof checkRun>

const runs = '/repos/{owner}/{repo}/check-runs'
const runsOfCommit = '/repos/{owner}/{repo}/commits/{ref}/check-runs'

/** Goes on where an earlier run of ours was cut off. */
export async function postReport(
  client: Client,
  { owner, name }: RepositoryName,
  report: CommitReport,
): Promise<Write<Reported>> {
  const repository = { owner, repo: name }
  const find = () => findRun(client, { ...repository, ref: report.commit }, report)
  const known = await attemptWrite(client, find)
  if (!('value' in known)) return known
  let run = known.value
  while (run === undefined || !isComplete(run, report)) {
    const sent: number = run?.output.annotations_count ?? 0
    const expected = Math.min(report.notes.length, sent + mostNotes)
    const body = { ...repository, ...bodyOf(report, sent, expected) }
    const id = run?.id
    const send = () =>
      id === undefined
        ? client.send('POST', runs, { ...body, head_sha: report.commit, external_id: report.key }, checkRun)
        : client.send('PATCH', `${runs}/{check_run_id}`, { ...body, check_run_id: id }, checkRun)
    const written: Write<CheckRun> = await writeOnce(client, send, async () => {
      const found = await find()
      return found !== undefined && isPast(found, expected, report) ? found : undefined
    })
    if (!('value' in written)) return written
    // What it counts may lag behind; what was taken is there.
    run = { ...written.value, output: { annotations_count: expected } }
  }
  return { value: { id: String(run.id), url: run.html_url ?? '', showsNotes: true } }
}

function bodyOf({ name, passed, title, summary, notes }: CommitReport, from: number, to: number) {
  const isLast = to === notes.length
  return {
    name,
    ...(isLast ? { status: 'completed', conclusion: passed ? 'success' : 'failure' } : { status: 'in_progress' }),
    output: { title, summary, annotations: notes.slice(from, to).map(annotationOf) },
  }
}

const levels = { error: 'failure', warning: 'warning', note: 'notice' } as const

function annotationOf({ path, line, endLine, level, title, message }: ReportNote) {
  return { path, start_line: line, end_line: endLine, annotation_level: levels[level], title, message }
}

function isComplete(run: CheckRun, { notes }: CommitReport): boolean {
  return run.status === 'completed' && run.output.annotations_count >= notes.length
}

function isPast(run: CheckRun, expected: number, report: CommitReport): boolean {
  return run.output.annotations_count >= expected && (expected < report.notes.length || run.status === 'completed')
}

/** Only the newest of a name counts for GitHub: an older one that says the same was overruled since. */
async function findRun(client: Client, place: object, { name, key }: CommitReport): Promise<CheckRun | undefined> {
  const answer = v.object({ check_runs: v.array(checkRun) })
  const all = await allNumbered(async (page) => {
    const asked = { ...place, check_name: name, filter: 'all', per_page: pageSize, page }
    return (await client.get(runsOfCommit, asked, answer)).check_runs
  })
  const newest = [...all].sort((one, other) => other.id - one.id)[0]
  return newest?.external_id === key ? newest : undefined
}
