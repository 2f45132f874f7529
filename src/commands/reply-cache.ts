import { findReply, keepReply, trimReplies } from '../io/reply-cache.ts'
import type { AgentPort, ReplyCache } from '../run/ports.ts'
import type { AgentTask, Config } from '../types.ts'
import type { RoundContext } from './review-options.ts'

/**
 * The replies kept in this repository. They do not depend on the commit; it is noted for people. In a loop they serve only the
 * round they were given in: after a crash nothing is paid for twice, and no round hears what an earlier one said.
 */
export function replyCache(
  root: string,
  diffTip: string | null,
  limits: Config['cache'],
  round?: Pick<RoundContext, 'session' | 'round'>,
): ReplyCache | null {
  if (limits.maxMb === 0 && round === undefined) return null
  const scope = round === undefined ? [] : [round.session, round.round]
  const question = (agent: AgentPort, task: AgentTask) => [agent.identity, task.role, task.name, task.prompt, ...scope]
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
