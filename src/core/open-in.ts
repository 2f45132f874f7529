import type { DiscardedFinding, Finding, ReviewResult } from '../types.ts'

/** What the next review has to do with: what counts, and what only a rule of the house kept from counting, since it may no longer. */
export function openIn({ findings, discarded }: Pick<ReviewResult, 'findings' | 'discarded'>): readonly Finding[] {
  return [...findings, ...discarded.filter(isSetAside).map(asFinding)].map(asReported)
}

/** What blocks in other reviews of the same work and is not known from this one, each once. */
export function blockingBesides(known: readonly Finding[], elsewhere: readonly Finding[]): readonly Finding[] {
  const ids = new Set(known.map(({ id }) => id))
  return elsewhere.filter(({ id, blocking }) => {
    const isNew = blocking && !ids.has(id)
    if (isNew) ids.add(id)
    return isNew
  })
}

/** Of what is not in changed lines only what once was: `lines` was another then. */
function isSetAside({ code, carriedOver }: DiscardedFinding): boolean {
  return code === 'waived' || code === 'ignored_path' || (code === 'line_not_changed' && carriedOver === true)
}

/** Severities are given by the configuration of each review anew. */
function asReported({ reported, ...finding }: Finding): Finding {
  return { ...finding, ...reported }
}

function asFinding({ code: _code, reason: _reason, ...finding }: DiscardedFinding): Finding {
  return finding
}
