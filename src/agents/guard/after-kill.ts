import { rmSync } from 'node:fs'
import { LoopError } from '../../errors.ts'
import type { AbandonedMark } from '../../io/agent-mark.ts'
import type { Repository } from '../../io/git/repository.ts'
import { compareFingerprints } from './compare-fingerprints.ts'
import { type Difference, type Fingerprint, nameSome } from './fingerprint.ts'
import { gitFolder, recordGitFiles } from './git-files.ts'
import { keepEarlier } from './keep-earlier.ts'
import { parseKept, withoutFiles } from './kept-record.ts'
import { withPrivateGit } from './private-git.ts'
import { recordState } from './state-files.ts'
import { acceptRefreshedIndexes } from './take-fingerprint.ts'
import { undoMemory } from './undo.ts'
import { undoneFolder } from './undone-folder.ts'

/**
 * An agent was at work when we were killed, and nobody has looked since at what it may not touch. Where that is as before,
 * nothing is left to do. Otherwise a LoopError: by now it may as well be the work of the user, so it is not undone.
 */
export async function settleMark(repository: Repository, { files, record }: AbandonedMark): Promise<void> {
  const quoted = files.map((file) => `'${file.replaceAll("'", "'\\''")}'`).join(' ')
  const before = record === null ? null : parseKept(record, repository)
  if (before === null) {
    throw new LoopError('agent_cut_off', {
      problem: 'what was written down before it is gone or was changed',
      look: 'Look at the hooks, settings and branches of git and at .review-loop yourself',
      files: quoted,
    })
  }
  const found = await changesIn(before)
  if (found.length > 0) {
    const place = undoneFolder(repository.root, new Date(before.takenAtMs), 'before')
    throw new LoopError('agent_cut_off', {
      problem: `this is not as it was before: ${nameSome(found)}`,
      look: `Undo what is not your own work (as it was: ${await keepEarlier(before, found, place)})`,
      files: quoted,
    })
  }
  for (const file of files) rmSync(file, { force: true })
}

/** Remembered replies that are not as before are only asked for again. */
async function changesIn(before: Fingerprint): Promise<readonly Difference[]> {
  const { repository } = before
  const git = recordGitFiles(repository, before.git)
  const asked = { git: before.git, own: gitFolder(repository).own, index: null, trustedUntilMs: 0 }
  await withPrivateGit(repository, asked, (asking) => acceptRefreshedIndexes(asking, before.git, git))
  const now = withoutFiles(repository, git, recordState(repository.root, before.state))
  const after = { ...now, since: { before, changes: [], linksOut: [] } }
  undoMemory(before, after)
  return compareFingerprints(before, after).filter(({ area }) => area !== 'memory')
}
