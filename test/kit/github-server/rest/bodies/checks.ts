import { appId, stateOfSuite } from '../../state/checks.ts'
import type { Annotation, CheckRun, CheckSuite, CommitStatus } from '../../state/entities.ts'
import type { World } from '../../state/world.ts'
import { type Filled, filled } from '../fill.ts'
import { apiUrl, repositoryBody } from './repositories.ts'
import { site, userBody } from './users.ts'

export function checkRunBody(run: CheckRun): Filled {
  const { id, suite } = run
  const url = `${apiUrl(suite.repository)}/check-runs/${id}`
  return filled('check-run', {
    id,
    node_id: run.nodeId,
    head_sha: suite.headSha,
    name: run.name,
    url,
    html_url: `${site}/${suite.repository.owner}/${suite.repository.name}/runs/${id}`,
    details_url: run.detailsUrl,
    external_id: run.externalId,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.startedAt,
    completed_at: run.completedAt,
    check_suite: { id: suite.id },
    app: appBody(suite.app),
    output: {
      title: run.title,
      summary: run.summary,
      text: run.text,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
  })
}

export function appBody(slug: string): Filled {
  return filled('integration', { id: appId(slug), slug, name: slug, permissions: {} })
}

export function checkSuiteBody(world: World, suite: CheckSuite): Filled {
  const { repository, headSha, id } = suite
  const [pullRequest] = repository.pullRequests.filter(({ head }) => head.sha === headSha)
  const commit = repository.commits.find(headSha)
  return filled('check-suite', {
    id,
    node_id: suite.nodeId,
    head_branch: pullRequest?.head.ref ?? null,
    head_sha: headSha,
    ...stateOfSuite(suite),
    app: appBody(suite.app),
    repository: repositoryBody(world, repository, 'minimal-repository'),
    created_at: suite.createdAt,
    updated_at: suite.createdAt,
    latest_check_runs_count: suite.runs.length,
    check_runs_url: `${apiUrl(repository)}/check-suites/${id}/check-runs`,
    head_commit: filled('simple-commit', {
      id: headSha,
      message: commit?.message ?? '',
      timestamp: commit?.date ?? suite.createdAt,
    }),
  })
}

export function annotationBody(annotation: Annotation): Filled {
  return filled('check-annotation', { ...annotation, blob_href: site })
}

export function statusBody(status: CommitStatus, schema: 'status' | 'simple-commit-status'): Filled {
  const { id, nodeId, state, context, description, targetUrl, creator, createdAt } = status
  return filled(schema, {
    id,
    node_id: nodeId,
    state,
    context,
    description,
    target_url: targetUrl,
    created_at: createdAt,
    updated_at: createdAt,
    ...(schema === 'status' ? { creator: userBody(creator) } : {}),
  })
}
