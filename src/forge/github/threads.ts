import { attemptRead } from '../attempt.ts'
import type { Answer, Threads } from '../forge.ts'
import { createWitness } from '../moment.ts'
import { plainThread } from '../plain-thread.ts'
import type { Client } from './client.ts'
import type { Place } from './pages.ts'
import { readThreadsWhole } from './read-threads.ts'

/** All review threads with all their comments. Pages that are not of the same head are no answer. */
export function readThreads(client: Client, place: Place): Promise<Answer<Threads>> {
  return attemptRead(client, async () => {
    let head = ''
    const witness = createWitness()
    const threads = await readThreadsWhole(client, place, (moment) => {
      witness(moment)
      head = moment.head
    })
    return { head, threads: threads.map(plainThread) }
  })
}
