import { resolve } from 'node:path'
import type { AppVariables, GithubVariables } from '../../config/environment.ts'
import { LoopError } from '../../errors.ts'
import { isLoopback } from '../../forge/address.ts'
import { publicApi, readApiUrl, serverOf } from '../../forge/github/address.ts'
import { type AppCredentials, isAppKey } from '../../forge/github/app-tokens.ts'
import type { GithubEnvironment } from '../../forge/github/environment.ts'
import { tokenOfGh } from '../../forge/github/gh-token.ts'
import { readRequired } from '../../io/files.ts'
import { requireAddress } from '../forge/require-address.ts'
import { usableToken } from '../forge/usable-token.ts'

export interface GithubAccess {
  /** With the token, if there is one for this server. */
  readonly environment: GithubEnvironment
  /** 'github.com' */
  readonly server: string
  /** Where the token comes from, never what it is. Null: there is none. */
  readonly origin: string | null
  /** Why there is none. */
  readonly problem: string | null
}

export interface WantedAccess {
  /** What `--api-url` says. */
  readonly apiUrl: string | undefined
  readonly cwd: string
  readonly signal: AbortSignal
}

/** Whom to ask, and with which right: a token that is set, else that of `gh`, else the tokens of a GitHub App. */
export async function githubAccess(variables: GithubVariables, wanted: WantedAccess): Promise<GithubAccess> {
  const address = addressOf(variables, wanted.apiUrl)
  const server = serverOf(address.apiUrl ?? publicApi)
  const found = await findToken(variables, address.apiUrl ?? publicApi, wanted)
  const environment = { ...address, token: found?.token ?? null, repository: variables.repository }
  return {
    environment,
    server,
    origin: found?.origin ?? null,
    problem: found === null ? noToken(variables, server) : null,
  }
}

type Address = Pick<GithubEnvironment, 'apiUrl' | 'graphqlUrl'>

/** The client knows where GraphQL is, unless the CI run says it. */
function addressOf({ apiUrl, graphqlUrl }: GithubVariables, wanted: string | undefined): Address {
  if (wanted !== undefined) return { apiUrl: checked(wanted), graphqlUrl: null }
  const api = apiUrl === null ? null : checked(apiUrl)
  if (graphqlUrl === null) return { apiUrl: api, graphqlUrl }
  const graphql = checked(graphqlUrl)
  if (serverOf(graphql) === serverOf(api ?? publicApi)) return { apiUrl: api, graphqlUrl: graphql }
  const problem = `it is another server than ${api ?? publicApi}`
  throw new LoopError('forge_address', { forge: 'GitHub', address: graphqlUrl, problem, hint: usualAddress })
}

const checked = (text: string) => requireAddress(text, { forge: 'GitHub', read: readApiUrl, usual: usualAddress })

const usualAddress = `An Enterprise Server has it at https://HOST/api/v3, GitHub at ${publicApi}.`

interface Found {
  readonly token: string | AppCredentials
  readonly origin: string
}

async function findToken(
  variables: GithubVariables,
  apiUrl: string,
  { cwd, signal }: WantedAccess,
): Promise<Found | null> {
  const { token, app } = variables.credentials
  const isOurs = isMeantFor(variables, apiUrl)
  if (isOurs && token !== null) {
    const { name, value } = usableToken(token)
    return { token: value, origin: name }
  }
  const server = serverOf(apiUrl)
  const ofGh = await tokenOfGh(server, variables.ghConfigFolder, signal)
  if (ofGh !== null) return { token: ofGh, origin: `gh auth token --hostname ${server}` }
  const credentials = isOurs ? readApp(app, cwd) : null
  if (credentials === null) return null
  const where = credentials.installation === null ? 'looked up for the repository' : String(credentials.installation)
  return { token: credentials, origin: `GitHub App ${credentials.id}, installation ${where}` }
}

/** What the environment holds is for the server it names. What was started on this machine for it may be shown it too. */
function isMeantFor(variables: Pick<GithubVariables, 'apiUrl'>, apiUrl: string): boolean {
  return isLoopback(new URL(apiUrl).hostname) || serverOf(checked(variables.apiUrl ?? publicApi)) === serverOf(apiUrl)
}

/** Null: there is none. One that is there in part is a mistake. */
function readApp({ id, key, keyFile, installation }: AppVariables, cwd: string): AppCredentials | null {
  if (id === null && key === null && keyFile === null && installation === null) return null
  if (id === null) throw broken('REVIEW_LOOP_GITHUB_APP_ID is not set')
  if (!/^[\w.-]{1,100}$/.test(id)) throw broken('REVIEW_LOOP_GITHUB_APP_ID is no number and no client id')
  if (key === null && keyFile === null) throw broken('there is no key')
  if (key !== null && keyFile !== null) throw broken('REVIEW_LOOP_GITHUB_APP_KEY and …_APP_KEY_FILE are both set')
  const text = key ?? readRequired(resolve(cwd, keyFile ?? ''))
  if (!isAppKey(text)) throw broken(`${keyFile ?? 'REVIEW_LOOP_GITHUB_APP_KEY'} is no private RSA key in PEM form`)
  if (installation !== null && !/^[1-9]\d{0,15}$/.test(installation)) {
    throw broken('REVIEW_LOOP_GITHUB_INSTALLATION_ID is no number')
  }
  return { id, key: text, installation: installation === null ? null : Number(installation) }
}

const broken = (problem: string) => new LoopError('github_app', { problem })

function noToken({ credentials: { token, app }, apiUrl }: GithubVariables, server: string): string {
  const unsent = token?.name ?? (app.id === null ? undefined : 'REVIEW_LOOP_GITHUB_APP_ID')
  if (unsent === undefined) return `There is no token for ${server}: set GITHUB_TOKEN, or log in with gh auth login.`
  const meant = serverOf(apiUrl ?? publicApi)
  return `There is no token for ${server}: ${unsent} is for ${meant} (set GITHUB_API_URL where it is for another server).`
}
