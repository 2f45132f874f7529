import type { ReviewThread } from '../../core/handoff/outdated-threads.ts'
import type { Author, PostedThread } from '../../core/watch/snapshot.ts'
import type { Answer, Threads } from '../forge.ts'
import type { Client } from './client.ts'
import { createWitness, type Place } from './pages.ts'
import { readThreadsWhole } from './read-threads.ts'

/** All review threads with all their comments. Pages that are not of the same head are no answer. */
export function readThreads(client: Client, place: Place): Promise<Answer<Threads>> {
  return client.attempt(async () => {
    let head = ''
    const witness = createWitness()
    const threads = await readThreadsWhole(client, place, (moment) => {
      witness(moment)
      head = moment.head
    })
    return { head, threads: threads.map(plain) }
  })
}

function plain({ id, isResolved, isOutdated, path, endLine, comments }: PostedThread): ReviewThread {
  return {
    id,
    resolved: isResolved,
    path,
    line: endLine,
    isOutdated,
    commit: comments[0]?.commit ?? null,
    comments: comments.map(({ author, body }) => ({ author: author === null ? null : knownName(author), body })),
  }
}

/** A bot is known by its name with `[bot]`. */
function knownName({ login, isBot }: Author): string {
  return isBot ? `${login}[bot]` : login
}
