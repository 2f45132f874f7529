/** What the process was started with, read once and passed on as plain data. */
export interface Environment {
  /** True when a CI system runs us: then configuration comes from the base commit. */
  readonly ci: boolean
  readonly noColor: boolean
  readonly forceColor: boolean
  readonly variables: Readonly<Record<string, string | undefined>>
}

export function readEnvironment(variables: Readonly<Record<string, string | undefined>> = process.env): Environment {
  const isSet = (name: string) => variables[name] !== undefined && variables[name] !== ''
  return {
    ci: isSet('CI') && variables.CI !== 'false' && variables.CI !== '0',
    noColor: isSet('NO_COLOR') || variables.TERM === 'dumb',
    forceColor: isSet('FORCE_COLOR') && variables.FORCE_COLOR !== '0',
    variables,
  }
}

/** What GitHub Actions, or whoever plays its part, says about the run. Null: not said. */
export interface GithubVariables {
  readonly token: string | null
  /** 'owner/name' */
  readonly repository: string | null
  readonly apiUrl: string | null
  readonly graphqlUrl: string | null
  /** The file with the payload of the event. */
  readonly eventPath: string | null
  /** 'refs/pull/7/merge', 'refs/heads/topic' */
  readonly ref: string | null
  /** The commit the run is about: for a pull request, its merge with the base. */
  readonly sha: string | null
  readonly baseRef: string | null
  readonly headRef: string | null
}

export function githubVariables(variables: Environment['variables']): GithubVariables {
  const given = (...names: readonly string[]) =>
    names.map((name) => variables[name]).find((value) => value !== undefined && value !== '') ?? null
  return {
    token: given('GITHUB_TOKEN', 'GH_TOKEN'),
    repository: given('GITHUB_REPOSITORY'),
    apiUrl: given('GITHUB_API_URL'),
    graphqlUrl: given('GITHUB_GRAPHQL_URL'),
    eventPath: given('GITHUB_EVENT_PATH'),
    ref: given('GITHUB_REF'),
    sha: given('GITHUB_SHA'),
    baseRef: given('GITHUB_BASE_REF'),
    headRef: given('GITHUB_HEAD_REF'),
  }
}
