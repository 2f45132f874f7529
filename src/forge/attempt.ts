import type { Answer, Refusal, Write } from './forge.ts'

/** What has to be known about asking a forge to make values of what is thrown. */
export interface Caller {
  readonly explain: (error: unknown) => string
  /** Whether the same read may work later. */
  readonly mayPass: (error: unknown) => boolean
  /** Whether whoever asks is not accepted. */
  readonly isRefused: (error: unknown) => boolean
  /** Whether whoever asks is known, and has not the right to that. */
  readonly lacksRight: (error: unknown) => boolean
  readonly refusalOf: (error: unknown) => Refusal
  /** What was written may be seen so much later only. */
  readonly settleMs: number
  readonly signal: AbortSignal
}

/** Contract: rejects only when the work is cancelled. */
export async function attemptRead<T>(caller: Caller, work: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { value: await work() }
  } catch (error) {
    caller.signal.throwIfAborted()
    const problem = caller.explain(error)
    if (caller.mayPass(error)) return { problem, mayPass: true }
    return {
      problem,
      ...(caller.isRefused(error) ? { isRefused: true } : {}),
      ...(caller.lacksRight(error) ? { lacksRight: true } : {}),
    }
  }
}

/** Turns what is thrown into what became of it. Contract: rejects only when the work is cancelled. */
export async function attemptWrite<T>(caller: Caller, work: () => Promise<T>): Promise<Write<T>> {
  try {
    return { value: await work() }
  } catch (error) {
    caller.signal.throwIfAborted()
    return { problem: caller.explain(error), refusal: caller.refusalOf(error) }
  }
}
