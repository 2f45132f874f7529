import type { AgentFailure, AgentReply } from '../types.ts'
import { nothingUsed } from './cli/usage.ts'
import type { ChildEnd } from './supervise/child.ts'

/** What an agent has to say about a call; `finishReply` fills in the rest. */
export type ReplyParts = Partial<AgentReply> & Pick<AgentReply, 'status' | 'reason'>

/** `started`: what `performance.now()` said at the beginning of the call. */
export function finishReply(started: number, parts: ReplyParts): AgentReply {
  return {
    text: '',
    structured: null,
    usage: nothingUsed,
    turns: 0,
    toolCalls: 0,
    retryAfterMs: null,
    transcript: null,
    ...parts,
    durationMs: Math.round(performance.now() - started),
  }
}

export function failure(status: AgentFailure, reason: string): ReplyParts {
  return { status, reason }
}

/** What became of a program that did not end by itself. */
export function cutShort({ ended, reason }: ChildEnd, status: AgentFailure): ReplyParts {
  return { status, reason, ...(ended === 'no_sandbox' ? { sandboxFailed: true } : {}) }
}

/** Holds the contract of `run`: a mistake of ours ends one call, not the review. */
export async function neverReject(work: () => Promise<ReplyParts>): Promise<AgentReply> {
  const started = performance.now()
  try {
    return finishReply(started, await work())
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return finishReply(started, failure('crashed', `the call failed: ${message.split('\n')[0]}`))
  }
}
