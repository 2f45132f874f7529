import { createPrivateKey } from 'node:crypto'
import type { Octokit } from '@octokit/core'
import * as v from 'valibot'
import { readAnswer } from '../read-answer.ts'
import type { RepositoryName } from '../remote.ts'
import { AppRefused } from './failure.ts'

/** Of a GitHub App. The key itself is never sent: it signs. */
export interface AppCredentials {
  readonly id: string
  readonly key: string
  /** Null: looked up for the repository. */
  readonly installation: number | null
}

/** Tokens that end: after an hour, or when somebody ends them. */
export interface TokenSource {
  readonly current: () => Promise<string>
  /** Another one than this, which was refused. */
  readonly renewed: (refused: string) => Promise<string>
}

/** Private keys in variables often have `\n` for their line breaks. */
export function isAppKey(text: string): boolean {
  try {
    return createPrivateKey(text.replaceAll('\\n', '\n')).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

/** What is asked for shortly before its end might reach GitHub after it. */
const marginMs = 5 * 60_000

interface Kept {
  readonly text: string
  readonly until: number
}

/** Asked for when first needed and again before it ends. Whoever comes meanwhile waits for the same one. */
export function appTokens(
  app: AppCredentials,
  repository: RepositoryName,
  octokit: Octokit,
  now: () => number = Date.now,
): TokenSource {
  let kept: Promise<Kept> | null = null
  const replace = (old: Promise<Kept> | null): Promise<Kept> => {
    if (kept !== null && kept !== old) return kept
    const asked = askForToken(app, repository, octokit, now)
    kept = asked
    asked.catch(() => {
      if (kept === asked) kept = null
    })
    return asked
  }
  const take = async (isGood: (known: Kept) => boolean): Promise<string> => {
    const before = kept
    const known = await before
    return (known !== null && isGood(known) ? known : await replace(before)).text
  }
  return {
    current: () => take(({ until }) => now() < until),
    renewed: (refused) => take(({ text }) => text !== refused),
  }
}

const tokenSchema = v.object({
  token: v.pipe(v.string(), v.nonEmpty()),
  expires_at: v.pipe(v.string(), v.isoTimestamp()),
})
const installationSchema = v.object({ id: v.number() })

async function askForToken(
  app: AppCredentials,
  repository: RepositoryName,
  octokit: Octokit,
  now: () => number,
): Promise<Kept> {
  const { default: githubAppJwt } = await import('universal-github-app-jwt')
  const signed = await githubAppJwt({ id: app.id, privateKey: app.key })
  const headers = { authorization: `bearer ${signed.token}`, 'x-github-api-version': '2022-11-28' }
  const installation = app.installation ?? (await findInstallation())
  const { data, date } = await ask(
    'POST /app/installations/{installation}/access_tokens',
    { installation },
    tokenSchema,
    {
      404: `The GitHub App ${app.id} has no installation ${installation}.`,
    },
  )
  // By the clock of the server: ours may be wrong.
  const lasts = Date.parse(data.expires_at) - (Date.parse(date ?? '') || now())
  return { text: data.token, until: now() + lasts - marginMs }

  async function findInstallation(): Promise<number> {
    const { owner, name } = repository
    const { data } = await ask('GET /repos/{owner}/{name}/installation', { owner, name }, installationSchema, {
      404: `The GitHub App ${app.id} is not installed for ${owner}/${name}.`,
    })
    return data.id
  }

  async function ask<T>(
    route: string,
    parameters: object,
    schema: v.GenericSchema<unknown, T>,
    refusals: Readonly<Record<number, string>>,
  ): Promise<{ readonly data: T; readonly date: string | undefined }> {
    try {
      const answer = await octokit.request(route, { ...parameters, headers })
      return { data: readAnswer(answer.data, schema), date: answer.headers.date }
    } catch (error) {
      const refusal = refusalOf(error, refusals)
      throw refusal === undefined ? error : new AppRefused(refusal, { cause: error })
    }
  }

  function refusalOf(error: unknown, refusals: Readonly<Record<number, string>>): string | undefined {
    const status = error instanceof Error && 'status' in error ? Number(error.status) : 0
    if (status !== 401) return refusals[status]
    return `The signature of the GitHub App ${app.id} is not accepted (401): its id, its key or the clock of this machine is wrong.`
  }
}

/** The right to speak, for the client library: a token that is refused is renewed, once. Nothing was done that is repeated. */
export function authorizeWith(tokens: TokenSource): () => { readonly hook: Hook } {
  const hook: Hook = async (request, options) => {
    const token = await tokens.current()
    try {
      return await request(withToken(options, token))
    } catch (error) {
      if (!(error instanceof Error && 'status' in error && error.status === 401)) throw error
      return request(withToken(options, await tokens.renewed(token)))
    }
  }
  return () => ({ hook })
}

interface Endpoint {
  readonly headers: Readonly<Record<string, unknown>>
}

type Hook = (request: (options: Endpoint) => Promise<unknown>, options: Endpoint) => Promise<unknown>

function withToken(options: Endpoint, token: string): Endpoint {
  return { ...options, headers: { ...options.headers, authorization: `token ${token}` } }
}
