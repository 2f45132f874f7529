import { classify } from '../outside/classify.ts'
import type { OutsideReviewer } from '../outside/reviewer.ts'
import type { Snapshot } from './snapshot.ts'
import { textOfThread, textsOf } from './texts.ts'

/** Bots that nobody described, which ask for changes or have open threads: what they say is not read. */
export function strangersIn(snapshot: Snapshot, reviewers: readonly OutsideReviewer[]): readonly string[] {
  const threads = snapshot.threads.flatMap((thread) => (thread.isResolved ? [] : (textOfThread(thread) ?? [])))
  const reviews = textsOf(snapshot).filter(({ said }) => said.state === 'CHANGES_REQUESTED')
  const logins = [...threads, ...reviews].flatMap(({ author, said }) => {
    const isStranger = author?.isBot === true && author.login !== snapshot.me
    return isStranger && classify(said, reviewers).reviewer === null ? [author.login] : []
  })
  return [...new Set(logins)]
}
