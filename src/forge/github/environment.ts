import type { AppCredentials } from './app-tokens.ts'

/** What the environment says about GitHub. Null: not said. */
export interface GithubEnvironment {
  readonly token: string | AppCredentials | null
  /** 'owner/name' */
  readonly repository: string | null
  readonly apiUrl: string | null
  readonly graphqlUrl: string | null
}
