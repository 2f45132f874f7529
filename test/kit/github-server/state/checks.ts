import type { Account, Annotation, CheckRun, CheckSuite, CommitStatus, Repository } from './entities.ts'
import { newIds, register, type World } from './world.ts'

/** In the words of REST. What is not said of a run that is there stays. */
export interface CheckRunChanges {
  readonly name?: string
  readonly status?: CheckRun['status']
  readonly conclusion?: string
  readonly details_url?: string
  readonly external_id?: string
  readonly output?: {
    readonly title?: string
    readonly summary: string
    readonly text?: string
    readonly annotations?: readonly Annotation[]
  }
}

export interface NewCheckRun extends CheckRunChanges {
  readonly name: string
  readonly head_sha: string
}

export function addCheckRun(world: World, repository: Repository, app: string, given: NewCheckRun): CheckRun {
  const suite = suiteOf(world, repository, app, given.head_sha)
  const run: CheckRun = {
    kind: 'CheckRun',
    ...newIds(world, 'CR'),
    suite,
    startedAt: world.clock.stamp(),
    name: given.name,
    status: 'queued',
    conclusion: null,
    completedAt: null,
    detailsUrl: null,
    externalId: null,
    title: null,
    summary: null,
    text: null,
    annotations: [],
  }
  suite.runs.push(register(world, run))
  changeCheckRun(world, run, given)
  return run
}

export function changeCheckRun(world: World, run: CheckRun, changes: CheckRunChanges): void {
  run.name = changes.name ?? run.name
  // A conclusion makes it complete, whatever else is said.
  run.status = changes.conclusion === undefined ? (changes.status ?? run.status) : 'completed'
  run.conclusion = changes.conclusion ?? (run.status === 'completed' ? run.conclusion : null)
  run.completedAt = run.status === 'completed' ? (run.completedAt ?? world.clock.stamp()) : null
  run.detailsUrl = changes.details_url ?? run.detailsUrl
  run.externalId = changes.external_id ?? run.externalId
  run.title = changes.output?.title ?? run.title
  run.summary = changes.output?.summary ?? run.summary
  run.text = changes.output?.text ?? run.text
  // They are added to those that are there.
  run.annotations.push(...(changes.output?.annotations ?? []))
}

function suiteOf(world: World, repository: Repository, app: string, headSha: string): CheckSuite {
  const known = repository.checkSuites.find((suite) => suite.app === app && suite.headSha === headSha)
  if (known !== undefined) return known
  const ids = newIds(world, 'CS')
  const createdAt = world.clock.stamp()
  const [branch = null] = [...repository.commits.branches()].find(([, end]) => end === headSha) ?? []
  const suite: CheckSuite = { kind: 'CheckSuite', ...ids, repository, app, headSha, branch, createdAt, runs: [] }
  repository.checkSuites.push(suite)
  return register(world, suite)
}

/** Actions has a number that others know it by. */
export function appId(slug: string): number {
  return slug === 'github-actions' ? 15_368 : [...slug].reduce((sum, letter) => sum * 7 + letter.charCodeAt(0), 0) % 1e6
}

export function runsOf(repository: Repository, sha: string): readonly CheckRun[] {
  return repository.checkSuites.filter(({ headSha }) => headSha === sha).flatMap(({ runs }) => runs)
}

/** The last run of each name and app. */
export function latestRuns(runs: readonly CheckRun[]): readonly CheckRun[] {
  return [...new Map(runs.map((run) => [`${run.suite.app}\0${run.name}`, run])).values()]
}

export function stateOfSuite({ runs }: CheckSuite): Pick<CheckRun, 'status' | 'conclusion'> {
  const latest = latestRuns(runs)
  const open = latest.find(({ status }) => status !== 'completed')
  if (open !== undefined) return { status: open.status, conclusion: null }
  const worst = latest.find(({ conclusion }) => isFailure(conclusion)) ?? latest[0]
  return { status: 'completed', conclusion: worst?.conclusion ?? null }
}

export function isFailure(conclusion: string | null): boolean {
  return ['failure', 'timed_out', 'cancelled', 'action_required', 'startup_failure'].includes(conclusion ?? '')
}

export type NewStatus = Pick<CommitStatus, 'sha' | 'state'> &
  Partial<Pick<CommitStatus, 'context' | 'description' | 'targetUrl'>>

export function addStatus(world: World, repository: Repository, creator: Account, given: NewStatus): CommitStatus {
  const status: CommitStatus = {
    kind: 'StatusContext',
    ...newIds(world, 'SC'),
    context: 'default',
    description: null,
    targetUrl: null,
    ...given,
    creator,
    createdAt: world.clock.stamp(),
  }
  repository.statuses.push(register(world, status))
  return status
}

/** The last of each context. */
export function statusesOf({ statuses }: Repository, sha: string): readonly CommitStatus[] {
  const own = statuses.filter((status) => status.sha === sha)
  return [...new Map(own.map((status) => [status.context, status])).values()]
}
