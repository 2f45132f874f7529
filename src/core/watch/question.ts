import type { OutsideReviewer } from '../outside/reviewer.ts'
import type { AgentHeard, AgentReading } from '../outside/types.ts'
import type { Doubt } from './doubts.ts'

/** What has to be known to say what a pull request asks for. */
export interface Question {
  readonly reviewers: readonly OutsideReviewer[]
  /** People whose word counts. */
  readonly writers: ReadonlySet<string>
  /** By the SHA-256 of the path: some name their files so. */
  readonly pathOf: ReadonlyMap<string, string>
  /** By the ids of threads. */
  readonly doubts: ReadonlyMap<string, Doubt>
  /** What an agent made of unclear texts of bots, by the hash of each. */
  readonly readings?: ReadonlyMap<string, AgentReading>
  /** What it made of those of people. */
  readonly heard?: ReadonlyMap<string, AgentHeard>
}
