import { type AgentMark, markAgent } from '../../io/agent-mark.ts'
import { gitFolder } from '../../io/git/git-folder.ts'
import type { ProcessIdentity } from '../../io/process-identity.ts'
import type { Fingerprint } from './fingerprint.ts'
import { keptText } from './kept-record.ts'

/** For whoever comes after a kill, until somebody has looked at what the agent did. */
export function leaveMark(before: Fingerprint, who?: ProcessIdentity): AgentMark {
  const { repository } = before
  return markAgent({ root: repository.root, common: gitFolder(repository).common }, () => keptText(before), who)
}
