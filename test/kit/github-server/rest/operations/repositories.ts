import { gunzipSync } from 'node:zlib'
import { permissionOf } from '../../state/accounts.ts'
import type { Commit } from '../../state/commits.ts'
import type { Repository } from '../../state/entities.ts'
import { commitOf } from '../../state/repositories.ts'
import { fileBody } from '../bodies/pull-requests.ts'
import { apiUrl, commitBody, repositoryBody } from '../bodies/repositories.ts'
import { userBody } from '../bodies/users.ts'
import { filled } from '../fill.ts'
import { notFound, type Operations, operation, Refusal, requirePush } from '../operation.ts'

export const repositoryOperations: Operations = {
  'repos/get': operation('metadata', ({ world, repository }) => ({
    body: repositoryBody(world, repository, 'full-repository'),
  })),

  'repos/get-collaborator-permission-level': operation('metadata', (call) => {
    requirePush(call, 'Must have push access to view collaborator permission.')
    const { world, repository, values } = call
    const account = world.accounts.get(values.username ?? '')
    if (account === undefined) throw notFound()
    const role = permissionOf(repository, account)
    // The old names know no role between them.
    const permission = role === 'maintain' ? 'write' : role === 'triage' ? 'read' : role
    const user = filled('nullable-collaborator', { ...userBody(account), role_name: role })
    return { body: { permission, role_name: role, user } }
  }),

  'repos/compare-commits-with-basehead': operation('contents', ({ repository, values }) => {
    const [from = '', to = ''] = (values.basehead ?? '').split('...')
    const base = commitIn(repository, from)
    const head = commitIn(repository, to)
    const { commits } = repository
    const ahead = commits.between(base.sha, head.sha)
    const behind = commits.between(head.sha, base.sha)
    const body = filled('commit-comparison', {
      url: `${apiUrl(repository)}/compare/${values.basehead}`,
      base_commit: commitBody(repository, base),
      merge_base_commit: commitBody(repository, base),
      status:
        ahead.length === 0
          ? behind.length === 0
            ? 'identical'
            : 'behind'
          : behind.length === 0
            ? 'ahead'
            : 'diverged',
      ahead_by: ahead.length,
      behind_by: behind.length,
      total_commits: ahead.length,
      files: commits.changes(base.sha, head.sha).map(fileBody),
    })
    const list = ahead.map((commit) => commitBody(repository, commit))
    return { list, wrap: (page) => ({ ...body, commits: page }) }
  }),

  'code-scanning/upload-sarif': operation<SarifInput>('security_events', (call) => {
    requirePush(call)
    const { world, repository, body } = call
    if (repository.commits.find(body.commit_sha) === undefined) throw new Refusal(400, 'commit not found')
    const id = `47177e22-5596-11eb-80a1-${String(repository.sarifs.length).padStart(12, '0')}`
    const document = unpacked(body.sarif)
    const uploadedAt = world.clock.now()
    repository.sarifs.push({ id, commit: body.commit_sha, ref: body.ref, document, uploadedAt })
    return { status: 202, body: { id, url: `${apiUrl(repository)}/code-scanning/sarifs/${id}` } }
  }),

  'code-scanning/get-sarif': operation('security_events', ({ world, repository, values }) => {
    const found = repository.sarifs.find(({ id }) => id === values.sarif_id)
    if (found === undefined) throw notFound()
    const isReady = world.clock.now() >= found.uploadedAt + world.sarifSeconds * 1000
    const url = `${apiUrl(repository)}/code-scanning/analyses?sarif_id=${found.id}`
    return { body: isReady ? { processing_status: 'complete', analyses_url: url } : { processing_status: 'pending' } }
  }),
}

interface SarifInput {
  readonly commit_sha: string
  readonly ref: string
  readonly sarif: string
}

/** Base64 of gzip of JSON, ten megabytes at most. */
function unpacked(sarif: string): unknown {
  const packed = Buffer.from(sarif, 'base64')
  if (packed.length > 10 * 1024 * 1024) throw new Refusal(413, 'Payload Too Large')
  try {
    return JSON.parse(gunzipSync(packed).toString('utf8'))
  } catch {
    throw new Refusal(400, 'Invalid SARIF. JSON syntax error')
  }
}

function commitIn(repository: Repository, revision: string): Commit {
  const found = repository.commits.find(commitOf(repository, revision) ?? revision)
  if (found === undefined) throw notFound()
  return found
}
