import { generateKeyPairSync, sign } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clientOf, openSample, sha } from './github-server/client.ts'
import { description } from './github-server/rest/description.ts'
import { type GithubServer, startGithubServer } from './github-server/server.ts'

// Every operation that is described, once, through the client library.

let github: GithubServer
/** What the rows of the table call `<review>` and so on. */
let values: Readonly<Record<string, string | number>> = {}
let app: string

beforeAll(async () => {
  github = await startGithubServer()
  const pullRequest = openSample(github)
  const rabbit = github.as('coderabbitai[bot]', pullRequest)
  const review = rabbit.review({ body: 'Two things.', comments: [{ path: 'src/a.ts', line: 2, body: 'Hm.' }] })
  const comment = rabbit.comment('In progress')
  rabbit.react(pullRequest, 'eyes')
  const run = rabbit.check({ name: 'CodeRabbit', status: 'in_progress' })
  github.as('copilot-pull-request-reviewer[bot]', pullRequest).note('copilot_work_started')
  app = github.addToken({ login: 'review-loop[bot]' })
  const inline = pullRequest.threads[0]?.comments[0]
  values = { '<review>': review.id, '<comment>': comment.id, '<inline>': inline?.id ?? 0, '<run>': run.id }
})

afterAll(async () => {
  const asked = new Set(github.log.map(({ operation }) => operation))
  await github.end()
  const described = Object.values(description.paths).flatMap((methods) => Object.values(methods))
  expect([...asked].sort()).toEqual(described.map(({ operationId }) => operationId).sort())
})

const common = { owner: 'octo', repo: 'project' }
const numbers = { pull_number: 7, issue_number: 7 }
const repository = '/repos/{owner}/{repo}'
const sarif = gzipSync(JSON.stringify({ version: '2.1.0', runs: [] })).toString('base64')
const output = { title: 'Found', summary: 'Two.' }
const note = { path: 'src/a.ts', start_line: 1, end_line: 1, annotation_level: 'warning', message: 'Hm.' }
const mine = { body: 'Mine.' }

type Row = [route: string, given: Readonly<Record<string, unknown>>, expected: unknown]

it.each<Row>([
  ['GET /meta', {}, {}],
  ['GET /rate_limit', {}, { resources: { core: { limit: 5000 } } }],
  ['GET /user', {}, { login: 'octocat', type: 'User' }],
  [`GET ${repository}`, {}, { full_name: 'octo/project', default_branch: 'main', private: false }],
  [
    `GET ${repository}/collaborators/{username}/permission`,
    { username: 'octocat' },
    { permission: 'write', role_name: 'write', user: { login: 'octocat' } },
  ],
  [
    `GET ${repository}/pulls/{pull_number}`,
    {},
    { number: 7, merged: false, changed_files: 1, head: { sha: sha('b') } },
  ],
  [`GET ${repository}/pulls`, { head: 'octo:topic' }, [{ number: 7, draft: false, user: { login: 'maria' } }]],
  [`GET ${repository}/commits/{commit_sha}/pulls`, { commit_sha: sha('b') }, [{ number: 7 }]],
  [`GET ${repository}/pulls/{pull_number}/files`, {}, [{ filename: 'src/a.ts', additions: 3, deletions: 1 }]],
  [`GET ${repository}/pulls/{pull_number}/commits`, {}, [{ sha: sha('b') }]],
  [
    `GET ${repository}/pulls/{pull_number}/reviews`,
    {},
    [{ user: { login: 'coderabbitai[bot]', type: 'Bot' }, state: 'COMMENTED', commit_id: sha('b') }],
  ],
  [
    `GET ${repository}/pulls/{pull_number}/comments`,
    {},
    [{ path: 'src/a.ts', line: 2, side: 'RIGHT', diff_hunk: '@@ -1,3 +1,4 @@\n one\n+two' }],
  ],
  [`GET ${repository}/pulls/{pull_number}/reviews/{review_id}/comments`, { review_id: '<review>' }, [{ body: 'Hm.' }]],
  [
    `POST ${repository}/pulls/{pull_number}/comments`,
    { commit_id: sha('b'), path: 'src/a.ts', line: 3, start_line: 2, side: 'RIGHT', ...mine },
    { line: 3, start_line: 2, user: { login: 'octocat' } },
  ],
  [`PATCH ${repository}/pulls/comments/{comment_id}`, { comment_id: '<inline>', body: 'Hm!' }, { body: 'Hm!' }],
  [
    `POST ${repository}/pulls/{pull_number}/comments/{comment_id}/replies`,
    { comment_id: '<inline>', ...mine },
    { ...mine, path: 'src/a.ts', line: 2 },
  ],
  [`GET ${repository}/pulls/comments/{comment_id}/reactions`, { comment_id: '<inline>' }, []],
  [
    `POST ${repository}/pulls/{pull_number}/reviews`,
    { event: 'APPROVE', commit_id: sha('b') },
    { state: 'APPROVED', user: { login: 'octocat' } },
  ],
  [
    `PUT ${repository}/pulls/{pull_number}/reviews/{review_id}/dismissals`,
    { review_id: '<last>', message: 'No.' },
    { state: 'DISMISSED' },
  ],
  [`POST ${repository}/pulls/{pull_number}/reviews`, mine, { state: 'PENDING' }],
  [
    `POST ${repository}/pulls/{pull_number}/reviews/{review_id}/events`,
    { review_id: '<last>', event: 'COMMENT' },
    { state: 'COMMENTED', ...mine },
  ],
  [
    `POST ${repository}/pulls/{pull_number}/requested_reviewers`,
    { reviewers: ['copilot-pull-request-reviewer[bot]'] },
    { number: 7, requested_reviewers: [{ login: 'Copilot' }] },
  ],
  [`GET ${repository}/pulls/{pull_number}/requested_reviewers`, {}, { users: [{ login: 'Copilot', type: 'Bot' }] }],
  [
    `GET ${repository}/issues/{issue_number}/timeline`,
    {},
    [{ event: 'copilot_work_started' }, { event: 'review_requested', requested_reviewer: { login: 'Copilot' } }],
  ],
  [`GET ${repository}/issues/{issue_number}/comments`, {}, [{ body: 'In progress' }]],
  [`GET ${repository}/issues/comments/{comment_id}`, { comment_id: '<comment>' }, { body: 'In progress' }],
  [`POST ${repository}/issues/{issue_number}/comments`, mine, { ...mine, user: { login: 'octocat' } }],
  [`PATCH ${repository}/issues/comments/{comment_id}`, { comment_id: '<comment>', body: 'Done' }, { body: 'Done' }],
  [
    `POST ${repository}/issues/comments/{comment_id}/reactions`,
    { comment_id: '<comment>', content: '+1' },
    { content: '+1', user: { login: 'octocat' } },
  ],
  [`GET ${repository}/issues/comments/{comment_id}/reactions`, { comment_id: '<comment>' }, [{ content: '+1' }]],
  [`GET ${repository}/issues/{issue_number}/reactions`, {}, [{ content: 'eyes' }]],
  [`POST ${repository}/check-runs`, { name: 'review', head_sha: sha('b'), output }, { status: 'queued', output }],
  [
    `PATCH ${repository}/check-runs/{check_run_id}`,
    { check_run_id: '<last>', conclusion: 'neutral', output: { ...output, annotations: [note] } },
    { status: 'completed', conclusion: 'neutral', output: { annotations_count: 1 } },
  ],
  [`GET ${repository}/check-runs/{check_run_id}/annotations`, { check_run_id: '<last>' }, [note]],
  [
    `GET ${repository}/check-runs/{check_run_id}`,
    { check_run_id: '<run>' },
    { name: 'CodeRabbit', status: 'in_progress' },
  ],
  [`GET ${repository}/commits/{ref}/check-runs`, { ref: 'topic' }, { total_count: 2 }],
  [
    `GET ${repository}/commits/{ref}/check-suites`,
    { ref: sha('b') },
    { check_suites: [{ app: { slug: 'coderabbitai' }, status: 'in_progress' }, { conclusion: 'neutral' }] },
  ],
  [`POST ${repository}/statuses/{sha}`, { sha: sha('b'), state: 'success', context: 'ci' }, { state: 'success' }],
  [`GET ${repository}/commits/{ref}/status`, { ref: sha('b') }, { state: 'success', statuses: [{ context: 'ci' }] }],
  [`GET ${repository}/compare/{basehead}`, { basehead: 'main...topic' }, { commits: [{ sha: sha('b') }] }],
  [
    `POST ${repository}/code-scanning/sarifs`,
    { commit_sha: sha('b'), ref: 'refs/pull/7/head', sarif },
    { id: expect.any(String) },
  ],
  [`GET ${repository}/code-scanning/sarifs/{sarif_id}`, { sarif_id: '<last>' }, { processing_status: 'complete' }],
])('%s', async (route, given, expected) => {
  // Checks are the business of apps.
  const client = clientOf(github, /check-runs|sarifs/.test(route) ? app : github.token)
  const inPath = Object.entries({ ...common, ...numbers }).filter(([key]) => route.includes(`{${key}}`))
  const named = Object.entries(given).map(([key, value]) => [key, values[String(value)] ?? value])
  const { data } = await client.request(route, Object.fromEntries([...inPath, ...named]))
  expect(data).toMatchObject(Object(expected))
  values = { ...values, '<last>': Object(data).id ?? values['<last>'] }
})

it('gives the token of an installation to the app that signs for it', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const { id, installation } = github.addApp({ slug: 'our-app', publicKey, access: { checks: 'write' } })
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const jwt = (payload: object) => {
    const text = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(payload)}`
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`
  }
  const client = clientOf(github, jwt({ iss: id, iat: 1000, exp: 1600 }))
  expect((await client.request('GET /app')).data).toMatchObject({ slug: 'our-app' })
  const found = await client.request(`GET ${repository}/installation`, common)
  expect(found.data).toMatchObject({ id: installation })
  const route = 'POST /app/installations/{installation_id}/access_tokens'
  const { data } = await client.request(route, { installation_id: installation })
  const own = clientOf(github, data.token)
  const created = await own.request(`POST ${repository}/check-runs`, { ...common, name: 'x', head_sha: sha('b') })
  expect(created.data.app?.slug).toBe('our-app')
  github.advance(3601)
  await expect(own.request(`GET ${repository}/check-runs/${created.data.id}`, common)).rejects.toThrow(
    'Bad credentials',
  )
  const tooLong = clientOf(github, jwt({ iss: id, iat: 1000, exp: 9000 }))
  await expect(tooLong.request('GET /app')).rejects.toThrow('Bad credentials')
})
