import { findReply, keepReply, trimReplies } from '../io/reply-cache.ts'
import type { AgentPort, ReplyCache } from '../run/ports.ts'
import type { AgentTask, Config } from '../types.ts'

/** The replies kept in this repository. They do not depend on the commit; it is noted for people. */
export function replyCache(root: string, diffTip: string | null, limits: Config['cache']): ReplyCache | null {
  if (limits.maxMb === 0) return null
  const question = (agent: AgentPort, task: AgentTask) => [agent.identity, task.role, task.name, task.prompt]
  let isTrimmed = false
  return {
    find: (agent, task) => findReply(root, question(agent, task)),
    keep: (agent, task, reply) => {
      keepReply(root, question(agent, task), reply, { agent: agent.name, reviewer: task.name, diff_tip: diffTip })
      if (!isTrimmed) trimReplies(root, { maxBytes: limits.maxMb * 1_000_000, days: limits.days })
      isTrimmed = true
    },
  }
}
