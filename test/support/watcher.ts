import type { Watcher } from '../../src/commands/watching/watcher.ts'
import { noReadings } from '../../src/commands/watching/watcher.ts'
import type { WatchSession } from '../../src/core/loop/outside-session.ts'
import { knownReviewers } from '../../src/core/outside/reviewers/index.ts'
import { openGithub } from '../../src/forge/github/github.ts'
import { openRepository } from '../../src/io/git/repository.ts'
import type { GithubServer } from '../kit/github-server/server.ts'
import { emptyRepository } from './repository.ts'

interface Given {
  readonly session?: Partial<WatchSession>
  readonly token?: string
  /** In each pause. */
  readonly meanwhile?: (pauses: number) => void
}

/** Who watches pull request 7 in this process. The time is that of the test double: nothing is waited for. */
export async function watcherOf(github: GithubServer, given: Given = {}): Promise<Watcher> {
  const { session = {}, token = github.token, meanwhile } = given
  const environment = { token, repository: null, apiUrl: github.url, graphqlUrl: null }
  const { signal } = new AbortController()
  const usual = { attempts: 10, intervalMs: 300_000, waitFor: ['coderabbit'], trigger: [], quorum: null }
  let pauses = 0
  return {
    forge: await openGithub({ owner: 'octo', name: 'project' }, environment, signal),
    session: { repository: 'octo/project', pr: 7, ...usual, ...session },
    repository: await openRepository(emptyRepository().path),
    known: knownReviewers,
    closed: new Set(),
    told: new Set(),
    now: () => github.world.clock.now(),
    stamp: () => null,
    pause: async (ms) => {
      pauses += 1
      github.advance(ms / 1000)
      meanwhile?.(pauses)
      return false
    },
    line: () => {},
    notice: () => {},
    details: () => {},
    readings: noReadings(),
    reader: null,
    signal,
  }
}
