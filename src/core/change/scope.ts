import type { Scope } from '../../types.ts'

export interface ScopeFlags {
  readonly base: boolean
  readonly committed: boolean
  readonly sinceLastReview: boolean
  readonly fullReview: boolean
  readonly github: boolean
}

export type ParsedScope = { readonly scope: Scope } | { readonly problem: string }

/** The words after `review` and the flags that must agree with them. Nothing is looked up here. */
export function parseScope(words: readonly string[], flags: ScopeFlags): ParsedScope {
  const scope = readWords(words, flags.committed)
  const conflict = findConflict(scope, flags)
  return conflict === undefined ? { scope } : { problem: conflict }
}

function readWords(words: readonly string[], committed: boolean): Scope {
  const [first] = words
  if (first === undefined) return { kind: 'branch', committed }
  if (words.length === 1) {
    if (first === 'branch') return { kind: 'branch', committed }
    if (first === 'staged') return { kind: 'staged' }
    if (/^#?[1-9]\d*$/.test(first)) return { kind: 'pr', number: Number(first.replace('#', '')) }
    const range = readRange(first)
    if (range !== undefined) return range
  }
  return { kind: 'paths', paths: words, committed }
}

/** `A..B` and `A...B`; an empty end is HEAD. Not `../file` or `a/../b`. */
function readRange(word: string): Scope | undefined {
  const match = /^([^.].*?|)(\.{2,3})([^./].*|)$/.exec(word)
  if (match === null || word.length === match[2]?.length) return undefined
  const [, from = '', dots = '', to = ''] = match
  if (from.endsWith('/')) return undefined
  return { kind: 'range', from: from || 'HEAD', to: to || 'HEAD', symmetric: dots === '...' }
}

function findConflict(scope: Scope, flags: ScopeFlags): string | undefined {
  const kind = scope.kind
  if (kind === 'staged' && flags.base) return '`staged` compares with HEAD and cannot be combined with --base'
  if (kind === 'staged' && flags.committed)
    return '`staged` is not committed yet and cannot be combined with --committed'
  if (kind === 'range' && flags.base) return 'a range names its own base and cannot be combined with --base'
  if (flags.sinceLastReview && flags.fullReview) return '--since-last-review and --full-review exclude each other'
  if (flags.github && kind !== 'branch' && kind !== 'pr') {
    return `--github reviews the pull request as a whole and cannot be combined with ${describe(scope)}`
  }
  if (flags.sinceLastReview && flags.github) return '--since-last-review cannot be combined with --github'
  if (flags.sinceLastReview && kind !== 'branch') {
    return `--since-last-review works on the branch and cannot be combined with ${describe(scope)}`
  }
  return undefined
}

function describe(scope: Scope): string {
  switch (scope.kind) {
    case 'staged':
      return '`staged`'
    case 'paths':
      return 'paths'
    case 'range':
      return 'a range'
    case 'pr':
      return 'a pull request'
    case 'branch':
      return 'the branch'
  }
}
