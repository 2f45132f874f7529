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

/** What CI says about the run. Null: not said. */
export interface CiRun {
  /** The file with the payload of the event. */
  readonly eventPath: string | null
  /** 'refs/pull/7/merge', 'refs/merge-requests/7/head', 'refs/heads/topic' */
  readonly ref: string | null
  /** The commit the run is about: for a pull request, mostly its merge with the base. */
  readonly sha: string | null
  readonly baseRef: string | null
  readonly headRef: string | null
}

/** What GitHub Actions, or whoever plays its part, says about the run. Null: not said. */
export interface GithubVariables extends CiRun {
  readonly credentials: GithubCredentials
  /** 'owner/name' */
  readonly repository: string | null
  readonly apiUrl: string | null
  readonly graphqlUrl: string | null
  /** Where GitHub's own program keeps who is logged in. */
  readonly ghConfigFolder: string | null
}

/** The right to ask GitHub, for the server that `apiUrl` names and no other. */
export interface GithubCredentials {
  /** The first that is set, with the name it is set under. */
  readonly token: { readonly name: string; readonly value: string } | null
  readonly app: AppVariables
}

export interface AppVariables {
  readonly id: string | null
  readonly key: string | null
  readonly keyFile: string | null
  readonly installation: string | null
}

export function githubVariables(variables: Environment['variables']): GithubVariables {
  const given = (variable: string) => variables[variable] || null
  const name = ['GITHUB_TOKEN', 'GH_TOKEN'].find((other) => given(other) !== null)
  const ofApp = (part: string) => given(`REVIEW_LOOP_GITHUB_${part}`)
  return {
    credentials: {
      token: name === undefined ? null : { name, value: variables[name] ?? '' },
      app: {
        id: ofApp('APP_ID'),
        key: ofApp('APP_KEY'),
        keyFile: ofApp('APP_KEY_FILE'),
        installation: ofApp('INSTALLATION_ID'),
      },
    },
    repository: given('GITHUB_REPOSITORY'),
    apiUrl: given('GITHUB_API_URL'),
    graphqlUrl: given('GITHUB_GRAPHQL_URL'),
    eventPath: given('GITHUB_EVENT_PATH'),
    ref: given('GITHUB_REF'),
    sha: given('GITHUB_SHA'),
    baseRef: given('GITHUB_BASE_REF'),
    headRef: given('GITHUB_HEAD_REF'),
    ghConfigFolder: given('GH_CONFIG_DIR'),
  }
}

/** What GitLab CI says about the run, and what people set for GitLab. Null: not said. */
export interface GitlabVariables extends CiRun {
  readonly token: { readonly name: string; readonly value: string } | null
  /** Where the merge request is: that may be another project than the one that runs CI. */
  readonly repository: string | null
  readonly apiUrl: string | null
}

export function gitlabVariables(variables: Environment['variables']): GitlabVariables {
  const given = (variable: string) => variables[variable] || null
  const value = given('GITLAB_TOKEN')
  const branch = given('CI_COMMIT_BRANCH')
  return {
    // That of the job, CI_JOB_TOKEN, may not write notes.
    token: value === null ? null : { name: 'GITLAB_TOKEN', value },
    repository: given('CI_MERGE_REQUEST_PROJECT_PATH') ?? given('CI_PROJECT_PATH'),
    apiUrl: given('GITLAB_API_URL') ?? given('CI_API_V4_URL'),
    eventPath: null,
    ref: given('CI_MERGE_REQUEST_REF_PATH') ?? (branch === null ? null : `refs/heads/${branch}`),
    sha: given('CI_COMMIT_SHA'),
    baseRef: given('CI_MERGE_REQUEST_TARGET_BRANCH_NAME'),
    headRef: given('CI_MERGE_REQUEST_SOURCE_BRANCH_NAME'),
  }
}
