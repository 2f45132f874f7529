import type { AskResult } from '../agent-calls.ts'

/** An agent that failed and was stood in for is said: whoever pays for two wants to know that only one answered. */
export function standInNotices(
  results: readonly Pick<AskResult<unknown>, 'stoodInFor' | 'outcome'>[],
): readonly string[] {
  const byAgent = new Map<string, { readonly names: string[]; readonly reason: string }>()
  for (const { stoodInFor, outcome } of results) {
    if (stoodInFor === undefined) continue
    const entry = byAgent.get(stoodInFor.agent) ?? { names: [], reason: stoodInFor.reason }
    entry.names.push(`${outcome.name} (by ${outcome.agent})`)
    byAgent.set(stoodInFor.agent, entry)
  }
  return [...byAgent].map(
    ([agent, { names, reason }]) => `${agent} failed (${reason}); others answered instead: ${names.join(', ')}.`,
  )
}
