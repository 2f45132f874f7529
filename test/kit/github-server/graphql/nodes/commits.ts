import { appId, isFailure, latestRuns, runsOf, stateOfSuite, statusesOf } from '../../state/checks.ts'
import type { CheckRun, CheckSuite, CommitStatus, Repository } from '../../state/entities.ts'
import { connection, type PageArguments } from '../connection.ts'
import { type Node, requireAccess, type Viewer } from '../viewer.ts'
import { accountNode } from './accounts.ts'

const site = 'https://github.com'

export function commitNode(viewer: Viewer, repository: Repository, sha: string): Node {
  const commit = repository.commits.find(sha)
  const message = commit?.message ?? ''
  return {
    __typename: 'Commit',
    id: `C_${sha}`,
    oid: sha,
    abbreviatedOid: sha.slice(0, 7),
    message,
    messageHeadline: message.split('\n')[0] ?? '',
    committedDate: (commit?.date ?? viewer.world.clock.stamp()).replace(/\.\d+Z$/, 'Z'),
    url: `${site}/${repository.owner}/${repository.name}/commit/${sha}`,
    statusCheckRollup: () => rollupNode(viewer, repository, sha),
    checkSuites: (page: PageArguments) =>
      connection(
        repository.checkSuites.filter(({ headSha }) => headSha === sha),
        page,
        (suite) => checkSuiteNode(viewer, suite),
      ),
  }
}

/** Null when nothing was ever checked. */
function rollupNode(viewer: Viewer, repository: Repository, sha: string): Node | null {
  requireAccess(viewer, 'checks', 'read')
  const all = [...latestRuns(runsOf(repository, sha)), ...statusesOf(repository, sha)]
  if (all.length === 0) return null
  return {
    __typename: 'StatusCheckRollup',
    id: `SCR_${sha}`,
    state: rolledUp(all),
    contexts: (page: PageArguments) =>
      connection(all, page, (check) =>
        check.kind === 'CheckRun' ? checkRunNode(viewer, check) : statusNode(repository, check),
      ),
  }
}

function rolledUp(all: readonly (CheckRun | CommitStatus)[]): string {
  const words = all.map((check) => (check.kind === 'CheckRun' ? (check.conclusion ?? 'pending') : check.state))
  if (words.some((word) => isFailure(word) || word === 'error')) return 'FAILURE'
  return words.includes('pending') ? 'PENDING' : 'SUCCESS'
}

export function checkRunNode(viewer: Viewer, run: CheckRun): Node {
  const { owner, name } = run.suite.repository
  return {
    __typename: 'CheckRun',
    id: run.nodeId,
    databaseId: run.id,
    name: run.name,
    status: run.status.toUpperCase(),
    conclusion: run.conclusion?.toUpperCase() ?? null,
    startedAt: run.startedAt,
    completedAt: run.completedAt,
    detailsUrl: run.detailsUrl,
    externalId: run.externalId,
    title: run.title,
    summary: run.summary,
    text: run.text,
    url: `${site}/${owner}/${name}/runs/${run.id}`,
    permalink: `${site}/${owner}/${name}/runs/${run.id}`,
    isRequired: run.suite.repository.requiredChecks.has(run.name),
    checkSuite: () => checkSuiteNode(viewer, run.suite),
  }
}

export function checkSuiteNode(viewer: Viewer, suite: CheckSuite): Node {
  const { status, conclusion } = stateOfSuite(suite)
  return {
    __typename: 'CheckSuite',
    id: suite.nodeId,
    databaseId: suite.id,
    status: status.toUpperCase(),
    conclusion: conclusion?.toUpperCase() ?? null,
    createdAt: suite.createdAt,
    branch: suite.branch === null ? null : { __typename: 'Ref', id: `REF_${suite.branch}`, name: suite.branch },
    app: { __typename: 'App', id: `A_${suite.app}`, slug: suite.app, name: suite.app, databaseId: appId(suite.app) },
    commit: () => commitNode(viewer, suite.repository, suite.headSha),
    checkRuns: (page: PageArguments) => connection(suite.runs, page, (run) => checkRunNode(viewer, run)),
  }
}

export function statusNode({ requiredChecks }: Pick<Repository, 'requiredChecks'>, status: CommitStatus): Node {
  return {
    __typename: 'StatusContext',
    id: status.nodeId,
    context: status.context,
    state: status.state.toUpperCase(),
    description: status.description,
    targetUrl: status.targetUrl,
    createdAt: status.createdAt,
    creator: accountNode(status.creator),
    isRequired: requiredChecks.has(status.context),
  }
}
