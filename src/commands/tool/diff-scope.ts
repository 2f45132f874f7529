import { posix } from 'node:path'
import { LoopError } from '../../errors.ts'
import { resolveCommit } from '../../io/git/base.ts'
import type { Repository } from '../../io/git/repository.ts'
import { resolveScope } from '../../io/git/resolve-scope.ts'
import { readWorkState, snapshotWorkTree } from '../../io/git/snapshot.ts'
import type { ResolvedScope } from '../../types.ts'

/**
 * A scope in the words of `git diff`: 'main...HEAD', 'A..B -- path', '--cached', or one commit or tree, which is compared
 * with the working tree. Paths are relative to the folder the user stands in.
 */
export async function resolveDiffScope(repository: Repository, text: string, step: string): Promise<ResolvedScope> {
  const words = splitWords(text)
  const at = words.indexOf('--')
  const revisions = at === -1 ? words : words.slice(0, at)
  const paths = at === -1 ? [] : words.slice(at + 1).map((word) => fromRoot(repository, word))
  const scope = await resolveRevisions(repository, revisions, text, step)
  return { ...scope, paths: paths.includes('') ? [] : paths }
}

/** Words as a shell would split them, as far as quotes go. */
export function splitWords(text: string): readonly string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|\S+/g)].map((match) => match[1] ?? match[2] ?? match[0])
}

/** The reverse of `splitWords`. */
export function joinWords(words: readonly string[]): string {
  return words.map((word) => (!/[\s"']/.test(word) ? word : word.includes('"') ? `'${word}'` : `"${word}"`)).join(' ')
}

async function resolveRevisions(
  repository: Repository,
  revisions: readonly string[],
  text: string,
  step: string,
): Promise<ResolvedScope> {
  const [first, second, ...more] = revisions
  if (first === undefined) throw usage('the scope is empty: name what to compare, such as main...HEAD', step)
  if (more.length > 0) throw usage(`"${text}" is no scope: write paths after --, as in main...HEAD -- src`, step)
  if (second !== undefined) return resolveRange(repository, first, '..', second)
  if (first === '--cached' || first === '--staged') {
    return (await resolveScope(repository, { scope: { kind: 'staged' }, base: null })).scope
  }
  if (first.startsWith('-'))
    throw usage(`"${text}" is no scope: of the options of git diff only --cached is taken`, step)
  const range = /^(.*?)(\.{2,3})(.*)$/.exec(first)
  if (range === null) return againstWorkTree(repository, first)
  const [, from = '', dots = '', to = ''] = range
  return resolveRange(repository, from || 'HEAD', dots, to || 'HEAD')
}

async function resolveRange(repository: Repository, from: string, dots: string, to: string): Promise<ResolvedScope> {
  const [base, head] = [await findEnd(repository, from), await findEnd(repository, to)]
  if (base.commit !== null && head.commit !== null) {
    const scope = { kind: 'range', from: base.name, to: head.name, symmetric: dots === '...' } as const
    return (await resolveScope(repository, { scope, base: null })).scope
  }
  // Trees have no history: there is nothing to look for but the difference.
  return betweenTrees(base, head.name, head.commit, head.tree)
}

async function againstWorkTree(repository: Repository, ref: string): Promise<ResolvedScope> {
  const base = await findEnd(repository, ref)
  const state = await readWorkState(repository)
  return betweenTrees(base, 'working tree', state.head, await snapshotWorkTree(repository, state))
}

function betweenTrees(base: End, head: string, headCommit: string | null, headTree: string): ResolvedScope {
  return {
    kind: 'range',
    base: base.name,
    head,
    branch: '',
    baseCommit: base.commit,
    headCommit,
    baseTree: base.tree,
    headTree,
    paths: [],
  }
}

interface End {
  readonly name: string
  readonly commit: string | null
  readonly tree: string
}

/** As named; else on the remote; else without the remote's name, which scripts put before commit ids too. */
async function findEnd(repository: Repository, ref: string): Promise<End> {
  for (const name of [ref, `origin/${ref}`, ref.replace(/^origin\//, '')]) {
    const tree = await repository.try(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{tree}`])
    if (tree.code !== 0) continue
    const commit = await resolveCommit(repository, name)
    return { name, commit: commit ?? null, tree: tree.stdout.toString().trim() }
  }
  throw new LoopError('unknown_ref', { ref })
}

function fromRoot(repository: Repository, word: string): string {
  const path = posix.join(repository.prefix, word.replaceAll('\\', '/')).replace(/\/$/, '')
  if (path === '..' || path.startsWith('../') || path.startsWith('/'))
    throw new LoopError('path_outside', { path: word })
  return path === '.' ? '' : path
}

function usage(problem: string, step: string): LoopError {
  return new LoopError('usage', { problem, command: step })
}
