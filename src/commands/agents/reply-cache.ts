import { mask } from '../../io/masking.ts'
import { findReply, keepReply, type Question, trimReplies } from '../../io/reply-cache.ts'
import type { AgentPort, ReplyCache } from '../../run/ports.ts'
import type { AgentTask, Config } from '../../types.ts'
import type { RoundContext } from '../reviewing/round-context.ts'

/**
 * The replies kept in this repository. They do not depend on the commit; it is noted for people. In a loop they serve only the
 * round they were given in: after a crash nothing is paid for twice, and no round hears what an earlier one said.
 */
export function replyCache(
  root: string,
  diffTip: string | null,
  limits: Config['cache'],
  round?: Pick<RoundContext, 'session' | 'round' | 'attempt'>,
): ReplyCache | null {
  if (limits.maxMb === 0 && round === undefined) return null
  const scope = round === undefined ? [] : [round.session, round.round]
  const question = (agent: AgentPort, { role, name, prompt, basis }: AgentTask, insteadOf?: AgentPort): Question => [
    agent.identity,
    role,
    name,
    prompt,
    ...scope,
    ...(basis === undefined ? [] : [{ basis }]),
    ...(insteadOf === undefined ? [] : [{ insteadOf: insteadOf.identity }]),
  ]
  const maxMb = round === undefined ? limits.maxMb : Math.max(limits.maxMb, loopMb)
  let isTrimmed = false
  return {
    find: (agent, task, insteadOf) => {
      const kept = findReply(root, question(agent, task, insteadOf))
      if (kept === undefined) return undefined
      const { text, structured, paid } = kept
      // Given in a review that was cut off: nobody has counted what it cost.
      const isUncounted = paid !== undefined && paid.attempt === round?.attempt
      return { text, structured, ...(isUncounted ? { usage: paid.usage } : {}) }
    },
    keep: (agent, task, { text, structured, usage }, insteadOf) => {
      if (holdsSecret(text) || holdsSecret(JSON.stringify(structured, null, 1))) return
      const attempt = round?.attempt
      const paid = attempt === undefined || usage === undefined ? {} : { paid: { usage, attempt } }
      keepReply(
        root,
        question(agent, task, insteadOf),
        { text, structured, ...paid },
        { agent: agent.name, reviewer: task.name, diff_tip: diffTip },
      )
      if (!isTrimmed) trimReplies(root, { maxBytes: maxMb * 1_000_000, days: limits.days })
      isTrimmed = true
    },
  }
}

/** Masked, its quotes would not be found in the code any more: such a reply is not kept. */
function holdsSecret(text: string): boolean {
  return mask(text) !== text
}

/** A loop needs its replies until the round is over, also where nothing is kept beyond that. */
const loopMb = 10
