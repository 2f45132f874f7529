import { type AgentMark, markAgent } from '../../io/agent-mark.ts'
import { gitFolder } from '../../io/git/git-folder.ts'
import type { ProcessIdentity } from '../../io/process-identity.ts'
import type { Fingerprint } from './fingerprint.ts'
import { keptText, type MarkedWork } from './kept-record.ts'

/** For whoever comes after a kill, until somebody has looked at what the agent or command did. */
export function leaveMark(before: Fingerprint, who?: ProcessIdentity, of: MarkedWork = 'agent'): AgentMark {
  const { repository } = before
  return markAgent({ root: repository.root, common: gitFolder(repository).common }, () => keptText(before, of), who)
}
