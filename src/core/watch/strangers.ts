import { classify } from '../outside/classify.ts'
import { unknownReviewer } from '../outside/own-reviewers.ts'
import type { OutsideReviewer } from '../outside/reviewer.ts'
import { isSameAccount } from './account.ts'
import type { Snapshot } from './snapshot.ts'
import { textOfThread, textsOf } from './texts.ts'

/** Bots that nobody described, which ask for changes or have open threads. */
export function strangersIn(snapshot: Snapshot, reviewers: readonly OutsideReviewer[]): readonly string[] {
  const threads = snapshot.threads.flatMap((thread) => (thread.isResolved ? [] : (textOfThread(thread) ?? [])))
  const reviews = textsOf(snapshot).filter(({ said }) => said.state === 'CHANGES_REQUESTED')
  const logins = [...threads, ...reviews].flatMap(({ author, said }) => {
    const isStranger = author?.isBot === true && !isSameAccount(author, snapshot.me)
    return isStranger && classify(said, reviewers).reviewer === null ? [author.login] : []
  })
  return [...new Set(logins)]
}

/**
 * All whose words are read, strangers too: an open thread is something against the change, whoever began it. When a stranger
 * is done nobody knows, so nobody waits for one.
 */
export function readersOf(snapshot: Snapshot, reviewers: readonly OutsideReviewer[]): readonly OutsideReviewer[] {
  const strangers = strangersIn(snapshot, reviewers).map((login) => ({
    ...unknownReviewer,
    id: `@${login}`,
    name: login,
    // The same account may be that of a reviewer that is known by its headline.
    shared: { logins: [login], mark: /(?:)/ },
  }))
  return [...reviewers, ...strangers]
}

/** What to tell about strangers, the last lines to be copied. */
export function strangersLines(logins: readonly string[], reviewers: readonly OutsideReviewer[]): StrangersLines {
  const [name, ...others] = logins
  const those = others.length === 0 ? `${name} is` : `${logins.join(', ')} are`
  const them = others.length === 0 ? 'it' : 'them'
  return {
    notice: `${those} not described anywhere: open threads are read as plain text, and nobody waits for ${them}. To wait for ${them}, put this into .review-loop/config.yaml on the base branch:`,
    lines: ['github:', '  reviewers:', ...logins.flatMap((login) => entryFor(login, reviewers))],
  }
}

export interface StrangersLines {
  readonly notice: string
  readonly lines: readonly string[]
}

function entryFor(login: string, reviewers: readonly OutsideReviewer[]): readonly string[] {
  const isShared = reviewers.some(({ shared }) => shared?.logins.includes(login))
  return [
    `    ${login.replace(/[^a-z0-9-]/g, '-')}:`,
    `      logins: [${login}]`,
    ...(isShared ? ["      headline: 'what all its texts begin with'"] : []),
    "      clean: ['what it writes when it finds nothing']",
  ]
}
