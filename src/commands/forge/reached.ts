import type { CiRun } from '../../config/environment.ts'
import type { Answer, Forge } from '../../forge/forge.ts'
import type { RepositoryName } from '../../forge/remote.ts'

export interface WantedForge {
  /** What `--api-url` says. */
  readonly apiUrl: string | undefined
  /** What `--repository` says. */
  readonly repository: string | null
  /** Where the clone comes from; null: there is no clone, or it comes from nowhere. */
  readonly remote: string | null
  readonly cwd: string
  readonly signal: AbortSignal
}

/** A forge, before anything is asked of it. */
export interface Reached {
  /** 'GitHub' */
  readonly forge: string
  /** 'github.com' */
  readonly server: string
  /** Where the token comes from, never what it is; the problem: why there is none. */
  readonly token: Answer<string>
  readonly run: CiRun
  /** Whether its CI makes notes on lines of what a job prints as `::error …`. */
  readonly takesAnnotations: boolean
  /** What a flag or CI calls the repository; null: nobody says, and the clone has to. */
  readonly named: string | null
  /** Where the repository is there. Undefined: nobody says, or what they say is no such thing. */
  readonly name: RepositoryName | undefined
  /** Where git finds the newest commit of a pull request, also of one from a copy of the repository. */
  readonly headReference: (number: number) => string
  /** The problem: there is no token, or nobody says which repository it is. */
  readonly open: () => Promise<Answer<Forge>>
}
