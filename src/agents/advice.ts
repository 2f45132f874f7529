import { reachAdvice } from '../core/agents/unreachable.ts'
import type { AgentSettings } from '../types.ts'
import type { ReplyParts } from './reply.ts'

/** Adds to a failure what to do next, where that is known. `access`: how this agent gets the right to use a model. */
export function withAdvice<T extends ReplyParts>(reply: T, { baseUrl }: AgentSettings, access: string): T {
  const reason = reply.reason ?? ''
  const advice = reply.status === 'not_logged_in' ? access : isOfService(reply) ? reachAdvice(reason, baseUrl) : null
  return advice === null || reason.includes(advice) ? reply : { ...reply, reason: joined(reason, advice) }
}

/** An answer that talks about connections is none of these. */
function isOfService({ status }: ReplyParts): boolean {
  return status === 'server' || status === 'unavailable' || status === 'timed_out'
}

function joined(reason: string, advice: string): string {
  return reason === '' ? advice : `${reason.replace(/\.$/, '')}; ${advice}`
}
