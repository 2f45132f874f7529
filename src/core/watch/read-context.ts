import type { OutsideReviewer } from '../outside/reviewer.ts'
import type { AgentHeard, AgentReading } from '../outside/types.ts'

/** What is known besides the snapshot when its texts are read. */
export interface ReadContext {
  readonly reviewers: readonly OutsideReviewer[]
  /** People who may write to the repository. Not there: nobody is believed to have posted our review for us. */
  readonly writers?: ReadonlySet<string>
  /** What an agent made of unclear texts of bots, by the hash of each. */
  readonly readings?: ReadonlyMap<string, AgentReading>
  /** What it made of texts of people. */
  readonly heard?: ReadonlyMap<string, AgentHeard>
}

export type PeopleContext = ReadContext & Required<Pick<ReadContext, 'writers'>>
