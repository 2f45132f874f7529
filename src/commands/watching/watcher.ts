import { noUsage } from '../../core/cost/usage.ts'
import type { WatchSession } from '../../core/loop/outside-session.ts'
import type { OutsideReviewer } from '../../core/outside/reviewer.ts'
import type { AgentHeard, AgentReading } from '../../core/outside/types.ts'
import { type IsOwn, isMarked, ownTextCheck } from '../../core/watch/own-replies.ts'
import type { Snapshot } from '../../core/watch/snapshot.ts'
import type { Answer, Forge } from '../../forge/forge.ts'
import type { Repository } from '../../io/git/repository.ts'
import type { Usage } from '../../types.ts'
import type { TextReader } from './text-reader.ts'

/** One pull request that is watched, and what is needed for it. */
export interface Watcher {
  readonly forge: Forge
  /** The clone in which it is fixed, or just looked at. */
  readonly repository: Repository
  readonly session: WatchSession
  /** All that are known, and those that the configuration describes. */
  readonly known: readonly OutsideReviewer[]
  /**
   * Threads that were seen closed by us, or that the session closed before it was resumed, each with its fix: whoever opens one
   * again does not want it closed.
   */
  readonly closed: Set<string>
  /** Bots that nobody described, and that were named. */
  readonly told: Set<string>
  /** What an agent made of unclear texts. */
  readonly readings: Readings
  /** Who can be asked about more of them; null: nobody. */
  readonly reader: TextReader | null
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** What a webhook has said so far; to be taken before a look. */
  readonly stamp: () => string | null
  /** Until the time is over, or until a webhook says something new: true. Rejects when the signal comes. */
  readonly pause: (ms: number, seen: string | null) => Promise<boolean>
  /** How waiting goes. */
  readonly line: (text: string) => void
  readonly notice: (text: string) => void
  /** With --verbose: lines that were not told before. */
  readonly details: (lines: () => readonly string[]) => void
  readonly signal: AbortSignal
}

/** By the hash of each text; it grows while it is watched. */
export interface Readings {
  readonly bots: Map<string, AgentReading>
  readonly people: Map<string, AgentHeard>
  /** Questions that were asked here, whatever came of them: one that failed is not asked at every look. */
  readonly asked: Set<string>
  /** What was paid for and is in no journal yet. */
  spent: Usage
}

export function noReadings(): Readings {
  return { bots: new Map(), people: new Map(), asked: new Set(), spent: noUsage }
}

/** What we wrote in a pull request. Only who posted a mark of ours is looked up; who cannot be is not believed. */
export async function ownIn(watcher: Watcher, snapshot: Snapshot): Promise<IsOwn> {
  const found = await writersIn(watcher, snapshot, isMarked)
  const writers = 'value' in found ? found.value : new Set<string>()
  return ownTextCheck(snapshot, { writers, reviewers: watcher.known })
}

/**
 * Who of the people in a pull request has a say: to leave somebody out who has one would pass over what they ask for. `counts`: which
 * of their words they are looked up for.
 */
export async function writersIn(
  { forge }: Watcher,
  snapshot: Snapshot,
  counts: (said: { readonly body: string }) => boolean = () => true,
): Promise<Answer<ReadonlySet<string>>> {
  const said = [...snapshot.reviews, ...snapshot.comments, ...snapshot.threads.flatMap(({ comments }) => comments)]
    .filter(counts)
    .flatMap(({ author }) => (author === null || author.isBot ? [] : [author.login]))
  // Whoever runs the watch has a say in it. The name of an App may be that of a person, too, who has none by that.
  const writers = new Set(snapshot.me.isBot ? [] : [snapshot.me.login])
  for (const login of new Set(said)) {
    if (writers.has(login)) continue
    const answer = await forge.mayWrite(login, snapshot.number)
    if ('problem' in answer) return { problem: `whether ${login} may write here is not known: ${answer.problem}` }
    if (answer.value) writers.add(login)
  }
  return { value: writers }
}
