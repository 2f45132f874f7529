import { Octokit } from '@octokit/core'
import type { GithubServer } from './server.ts'

/** The client library that the product uses, without anything that would repeat a request. */
export function clientOf(github: GithubServer, token = github.token): Octokit {
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
  return new Octokit({ auth: token, baseUrl: github.url, userAgent: 'review-loop-test', log })
}

function ignore(): void {}

/** What the client throws. */
export async function failureOf(
  answer: Promise<unknown>,
): Promise<{ status?: number; message: string; type?: string }> {
  try {
    await answer
  } catch (error) {
    const { status, message, errors } = Object(error)
    return { status, message: String(message), type: errors?.[0]?.type }
  }
  throw new Error('It should have failed')
}

// Lines 1 to 4 and 42 to 44 of a file are shown.
const patch = [
  '@@ -1,3 +1,4 @@',
  ' one',
  '+two',
  '+three',
  ' four',
  '-five',
  '@@ -40,2 +42,3 @@',
  ' a',
  '+b',
  ' c',
].join('\n')

export const sha = (digit: string): string => digit.repeat(40)

/** A pull request 7 of `topic`, without a repository behind it. */
export function openSample(github: GithubServer, author = 'maria') {
  const { commits } = github.repository
  if (!('set' in commits) || typeof commits.set !== 'function') throw new Error('The repository is a real one')
  commits.set('main', { sha: sha('a') })
  commits.set('topic', { sha: sha('b'), files: [{ filename: 'src/a.ts', patch }] })
  return github.openPullRequest({ number: 7, head: 'topic', author, body: 'Why.' })
}
