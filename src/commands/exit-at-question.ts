import { type ExitCode, exitCodes } from '../errors.ts'
import type { Context } from './command.ts'

/** Who stops it at a question has not answered: that is a stop like any other, and the question stays. */
export function exitAtQuestion(
  { question }: { readonly question: object | null },
  code: ExitCode,
  { signal }: Pick<Context, 'signal'>,
): ExitCode {
  return question !== null && signal.aborted ? exitCodes.interrupted : code
}
