import { describe, expect, it } from 'vitest'
import { pickForge } from './pick-forge.ts'

type Variables = Readonly<Record<string, string>>
interface Asked {
  readonly apiUrl?: string
  readonly remote?: string
  readonly repository?: string
}

function picked(variables: Variables, { apiUrl, remote = '', repository }: Asked) {
  const signal = new AbortController().signal
  // Nobody is asked for a token that is set.
  return pickForge(
    { GITHUB_TOKEN: 'of-github', ...variables },
    { apiUrl, remote, repository: repository ?? null, cwd: '/', signal },
  )
}

const ours = 'https://git.example/api/v4'
const ofCi = { CI: 'true', CI_API_V4_URL: ours, CI_PROJECT_PATH: 'group/project' }

describe('which forge it is', () => {
  it.each<[string, Variables, Asked, string, string]>([
    ['a clone of gitlab.com', {}, { remote: 'git@gitlab.com:a/b/c.git' }, 'GitLab', 'gitlab.com'],
    ['a clone of github.com', {}, { remote: 'git@github.com:a/b.git' }, 'GitHub', 'github.com'],
    ['a clone of another server', {}, { remote: 'git@git.example:a/b.git' }, 'GitHub', 'github.com'],
    [
      'a GitLab that is named',
      { GITLAB_API_URL: ours },
      { remote: 'git@git.example:a/b.git' },
      'GitLab',
      'git.example',
    ],
    [
      'a clone of github.com beside it',
      { GITLAB_API_URL: ours },
      { remote: 'git@github.com:a/b' },
      'GitHub',
      'github.com',
    ],
    [
      'nonsense beside a clone of github.com',
      { GITLAB_API_URL: 'x' },
      { remote: 'git@github.com:a/b' },
      'GitHub',
      'github.com',
    ],
    ['a job of GitLab CI', ofCi, { remote: 'https://gitlab-ci-token:x@git.example/a/b.git' }, 'GitLab', 'git.example'],
    ['a job of GitLab CI without a clone', ofCi, {}, 'GitLab', 'git.example'],
    [
      'a job of GitHub Actions',
      { GITHUB_REPOSITORY: 'a/b' },
      { remote: 'git@gitlab.com:a/b.git' },
      'GitHub',
      'github.com',
    ],
    ['what is said', {}, { apiUrl: ours, remote: 'git@github.com:a/b.git' }, 'GitLab', 'git.example'],
    ['what is said in GitLab CI', ofCi, { apiUrl: 'https://git.example/api/v3' }, 'GitHub', 'git.example'],
    ['nothing at all', {}, {}, 'GitHub', 'github.com'],
  ])('%s', async (_, variables, asked, forge, server) => {
    expect(await picked({ GITHUB_API_URL: '', ...variables }, asked)).toMatchObject({ forge, server })
  })
})

it('asks for no token of GitHub where the clone comes from another server', async () => {
  const { open } = await picked({ GITHUB_TOKEN: '' }, { remote: 'git@git.example:a/b.git' })
  expect(await open()).toEqual({ problem: expect.stringMatching(/--api-url https:\/\/HOST\/api\/v4/) })
})

describe('on GitLab', () => {
  const gitlab = { remote: 'git@gitlab.com:a/b.git' }

  it('a token of GitLab is used, and none of GitHub', async () => {
    expect((await picked({ GITLAB_TOKEN: 'x' }, gitlab)).token).toEqual({ value: 'GITLAB_TOKEN' })
    const { token, open } = await picked({ CI_JOB_TOKEN: 'x' }, gitlab)
    expect(token).toEqual({
      problem: expect.stringMatching(/set GITLAB_TOKEN, with the scope api \(CI_JOB_TOKEN may not/),
    })
    expect(await open()).toEqual(token)
  })

  it('what cannot be sent as a token is refused, without showing it', async () => {
    await expect(picked({ GITLAB_TOKEN: 'glpat other' }, gitlab)).rejects.toThrow(
      /^GITLAB_TOKEN is no token: (?!.*glpat)/,
    )
  })

  it('a token is not shown to another server than it is for, but to this machine', async () => {
    const other = await picked({ GITLAB_TOKEN: 'x' }, { apiUrl: ours })
    expect(other.token).toEqual({ problem: expect.stringMatching(/GITLAB_TOKEN is for gitlab\.com/) })
    const named = await picked({ GITLAB_TOKEN: 'x', GITLAB_API_URL: ours }, { apiUrl: `${ours}/` })
    expect(named.token).toEqual({ value: 'GITLAB_TOKEN' })
    expect((await picked({ GITLAB_TOKEN: 'x' }, { apiUrl: 'http://127.0.0.1:1/api/v4' })).token).toHaveProperty('value')
  })

  it.each(['http://git.example/api/v4', 'https://me:secret@git.example/api/v4'])('refuses %s', async (apiUrl) => {
    await expect(picked({}, { apiUrl })).rejects.toThrow(/is no address of GitLab's interface/)
  })

  it('CI says which merge request it is about, also in the project that a fork was made of', async () => {
    const { run, name } = await picked(
      {
        ...ofCi,
        CI_MERGE_REQUEST_PROJECT_PATH: 'group/original',
        CI_MERGE_REQUEST_REF_PATH: 'refs/merge-requests/12/head',
        CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
        CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'topic',
        CI_COMMIT_SHA: 'abc',
      },
      {},
    )
    expect(name).toEqual({ owner: 'group', name: 'original' })
    expect(run).toMatchObject({ ref: 'refs/merge-requests/12/head', baseRef: 'main', headRef: 'topic', sha: 'abc' })
    expect((await picked({ ...ofCi, CI_COMMIT_BRANCH: 'topic' }, {})).run.ref).toBe('refs/heads/topic')
  })
})
