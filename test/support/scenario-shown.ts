import type { PlayedScenario } from './scenario-play.ts'
import { runEvents, sessionId, sessionText } from './scripted-run.ts'

// What a story wrote down, without what differs from one time to the next.

export function shownSession(played: PlayedScenario): string {
  return alike(played)(sessionText(played.test)).replace(/(?<=^\|.*\| )\d+(?:ms|s|m)(?: \d+s)?(?= \|)/gm, '{duration}')
}

/** One event on a line, the long texts by their first line. */
export function shownEvents(played: PlayedScenario): string {
  const named = alike(played)
  return runEvents(played.test)
    .map((event) => `${named(JSON.stringify(event, shorter))}\n`)
    .join('')
}

/** `postReview`: all stories leave out the review after the run. */
const unsteady: ReadonlySet<string> = new Set(['at', 'usage', 'durationMs', 'settings', 'postReview'])

function shorter(key: string, value: unknown): unknown {
  if (unsteady.has(key)) return undefined
  if (key !== 'text' || typeof value !== 'string') return value
  const [first = '', ...more] = value.split('\n')
  return more.length === 0 ? first : `${first} …`
}

/** Hashes are numbered in the order in which they come. */
function alike({ test, agent }: PlayedScenario): (text: string) => string {
  const hashes = new Map<string, string>()
  const numbered = (hash: string) => {
    if (!hashes.has(hash)) hashes.set(hash, `{hash ${hashes.size + 1}}`)
    return hashes.get(hash) ?? hash
  }
  return (text) =>
    text
      .replaceAll(agent.word, '{agent}')
      .replaceAll(test.path, '{repository}')
      .replaceAll(sessionId(test), '{session}')
      .replace(/\b[0-9a-f]{40}\b/g, numbered)
      .replace(/(?<=\.review-loop\/undone\/)[\w-]+/g, '{time}')
      .replace(/\b\d{4}-\d\d-\d\d\b/g, '{date}')
}
