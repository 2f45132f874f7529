import { noUsage } from '../../core/cost/usage.ts'
import { applySuggestions } from '../../core/fix/apply-suggestions.ts'
import { checkClaim } from '../../core/fix/check-claim.ts'
import type { Finding } from '../../types.ts'
import type { FixAttempt, FixPorts, RecordedWork } from './ports.ts'

/** Applies the suggestions that findings carry. It is believed no more than others: git says what changed. */
export async function applyBuiltin(
  findings: readonly Finding[],
  before: RecordedWork,
  { work, clock }: FixPorts,
): Promise<FixAttempt> {
  const start = clock()
  const { reply, texts } = applySuggestions(findings, work.read)
  for (const [path, text] of texts) work.write(path, text)
  const ids = findings.map(({ id }) => id)
  const changedFiles = await before.changedFiles()
  const problems = checkClaim(reply, changedFiles, ids)
  const isSupported = problems.length === 0
  return {
    reply: isSupported ? reply : undefined,
    changedFiles,
    outcome: {
      name: 'fixer',
      agent: 'builtin',
      status: isSupported ? 'ok' : 'rejected',
      reason: isSupported ? null : problems.join('; '),
      durationMs: Math.round(clock() - start),
      findings: 0,
      usage: noUsage,
    },
  }
}
