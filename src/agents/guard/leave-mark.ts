import { markAgent } from '../../io/agent-mark.ts'
import { gitFolder } from '../../io/git/git-folder.ts'
import type { ProcessIdentity } from '../../io/process-identity.ts'
import type { Fingerprint } from './fingerprint.ts'
import { keptText } from './kept-record.ts'

/** For whoever comes after a kill. Gives what takes the mark away, once somebody has looked at what the agent did. */
export function leaveMark(before: Fingerprint, who?: ProcessIdentity): () => void {
  const { repository } = before
  return markAgent({ root: repository.root, common: gitFolder(repository).common }, () => keptText(before), who)
}
