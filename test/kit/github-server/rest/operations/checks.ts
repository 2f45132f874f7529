import {
  addCheckRun,
  addStatus,
  type CheckRunChanges,
  changeCheckRun,
  isFailure,
  latestRuns,
  type NewCheckRun,
  type NewStatus,
  runsOf,
  statusesOf,
} from '../../state/checks.ts'
import type { CheckRun, CommitStatus } from '../../state/entities.ts'
import { commitOf } from '../../state/repositories.ts'
import { annotationBody, checkRunBody, checkSuiteBody, statusBody } from '../bodies/checks.ts'
import { apiUrl, repositoryBody } from '../bodies/repositories.ts'
import { type Call, notFound, type Operations, operation, Refusal, requirePush } from '../operation.ts'

export const checkOperations: Operations = {
  'checks/create': operation<NewCheckRun>('checks', (call) => {
    const { world, repository, token, body } = call
    requireConclusion(body)
    if (repository.commits.find(body.head_sha) === undefined) throw noCommit(body.head_sha)
    return { status: 201, body: checkRunBody(addCheckRun(world, repository, token.account.login, body)) }
  }),

  'checks/update': operation<CheckRunChanges>('checks', (call) => {
    const run = runOf(call)
    if (run.suite.app !== call.token.account.login) throw new Refusal(403, 'Invalid app_id for check run')
    requireConclusion(call.body)
    changeCheckRun(call.world, run, call.body)
    return { body: checkRunBody(run) }
  }),

  'checks/get': operation('checks', (call) => ({ body: checkRunBody(runOf(call)) })),

  'checks/list-annotations': operation('checks', (call) => ({ list: runOf(call).annotations.map(annotationBody) })),

  'checks/list-for-ref': operation('checks', (call) => {
    const { filter = 'latest', check_name: name, status } = call.values
    const all = runsOf(call.repository, refOf(call))
    const runs = (filter === 'all' ? all : latestRuns(all))
      .filter((run) => name === undefined || run.name === name)
      .filter((run) => status === undefined || run.status === status)
    return { list: runs.map(checkRunBody), wrap: (page) => ({ total_count: runs.length, check_runs: page }) }
  }),

  'checks/list-suites-for-ref': operation('checks', (call) => {
    const sha = refOf(call)
    const suites = call.repository.checkSuites.filter(({ headSha }) => headSha === sha)
    return {
      list: suites.map((suite) => checkSuiteBody(call.world, suite)),
      wrap: (page) => ({ total_count: suites.length, check_suites: page }),
    }
  }),

  'repos/get-combined-status-for-ref': operation('statuses', (call) => {
    const { world, repository } = call
    const sha = refOf(call)
    const statuses = statusesOf(repository, sha)
    const url = `${apiUrl(repository)}/commits/${sha}`
    const rest = { sha, commit_url: url, url: `${url}/status`, total_count: statuses.length }
    return {
      list: statuses.map((status) => statusBody(status, 'simple-commit-status')),
      wrap: (page) => ({
        ...rest,
        state: combined(statuses),
        statuses: page,
        repository: repositoryBody(world, repository, 'minimal-repository'),
      }),
    }
  }),

  'repos/create-commit-status': operation<StatusInput>('statuses', (call) => {
    requirePush(call)
    const { world, repository, token, values, body } = call
    const sha = values.sha ?? ''
    if (repository.commits.find(sha) === undefined) throw noCommit(sha)
    const { target_url: targetUrl, ...rest } = body
    const status = addStatus(world, repository, token.account, { sha, ...rest, targetUrl: targetUrl ?? null })
    return { status: 201, body: statusBody(status, 'status') }
  }),
}

type StatusInput = Omit<NewStatus, 'sha' | 'targetUrl'> & { readonly target_url?: string | null }

function combined(statuses: readonly CommitStatus[]): string {
  if (statuses.some(({ state }) => isFailure(state) || state === 'error')) return 'failure'
  return statuses.length > 0 && statuses.every(({ state }) => state === 'success') ? 'success' : 'pending'
}

function refOf({ repository, values }: Call): string {
  const sha = commitOf(repository, values.ref ?? '')
  if (sha === undefined) throw noCommit(values.ref ?? '')
  return sha
}

function noCommit(sha: string): Refusal {
  return new Refusal(422, `No commit found for SHA: ${sha}`)
}

function requireConclusion({ status, conclusion }: CheckRunChanges): void {
  if (status === 'completed' && conclusion === undefined) {
    throw new Refusal(422, 'Invalid request.\n\nMissing required parameter: conclusion')
  }
}

function runOf({ repository, values }: Call): CheckRun {
  const all = repository.checkSuites.flatMap(({ runs }) => runs)
  const found = all.find(({ id }) => id === Number(values.check_run_id))
  if (found === undefined) throw notFound()
  return found
}
