import { numberedLines } from '../../loop/finding-drafts.ts'

export interface Mention {
  /** Counted from 1. */
  readonly line: number
  /** The words that tell. */
  readonly mention: string
}

export interface Surroundings {
  /** The spellings of the folder that the work belongs in. */
  readonly roots: readonly string[]
  /** Files that were changed or claimed, relative to it. */
  readonly paths: readonly string[]
}

/**
 * Where a report tells of work in another worktree, checkout or clone. A path elsewhere is not enough (a log, a route of a web
 * service): it must lead to a file of the work, or be spoken of as a checkout.
 */
export function findOtherWorkspaces(text: string, surroundings: Surroundings): readonly Mention[] {
  return numberedLines(text).flatMap(({ number: line, text: row }) => {
    const [mention] = [...pathsElsewhere(row, surroundings), ...wordsOfIt(row)]
    return mention === undefined ? [] : [{ line, mention }]
  })
}

const folders = 'home|Users|tmp|private|var|root|mnt|media|opt|srv|workspaces?|work|data|build|Volumes'
const path = new RegExp(
  `(?<![\\w.~:/\\\\-])(?:~/|\\.\\./|/(?:${folders})/|[A-Za-z]:[\\\\/]|(?:\\.claude/|\\.git/|\\.)worktrees/)[^\\s\`'"<>()[\\]{},;]+`,
  'g',
)
const checkoutWords =
  /\b(?:worktrees?|checkouts?|checked out|clones?|cloned|working (?:copy|tree|directory)|repositor(?:y|ies)|repo)\b/i
const negation = /\b(?:no|not|never|without|nothing|neither|outside)\b|n['’]t\b/i

function pathsElsewhere(row: string, { roots, paths }: Surroundings): readonly string[] {
  return [...row.matchAll(path)]
    .map(([found]) => found.replaceAll('\\', '/').replace(/[.:!?*]+$/, ''))
    .filter((found) => {
      const inside = below(found, roots)
      if (paths.includes(inside ?? found)) return false
      if (worktree.test(`/${inside ?? found}`)) return true
      if (inside !== undefined) return false
      return paths.some((name) => found.endsWith(`/${name}`)) || (checkoutWords.test(row) && !negation.test(row))
    })
}

const worktree = /\/(?:\.claude\/|\.git\/|\.)worktrees\//

/** What is left of a path below one of the roots; undefined elsewhere. */
function below(found: string, roots: readonly string[]): string | undefined {
  const bases = roots.map((root) => root.replaceAll('\\', '/').replace(/\/+$/, ''))
  const base = bases.find((name) => found === name || found.startsWith(`${name}/`))
  return base === undefined ? undefined : found.slice(base.length + 1)
}

function wordsOfIt(row: string): readonly string[] {
  const found = /\bgit worktree add\b/.exec(row)?.[0] ?? elsewhere.exec(row)?.[0]
  return found === undefined || negation.test(row) ? [] : [found]
}

/** Code may deal with worktrees, and shops with a checkout; work that was done in one is told with a verb of work and a place. */
const elsewhere =
  /\b(?:work(?:ed|ing)?|changes|implement(?:ed|ation)|edit(?:s|ed)|commit(?:s|ted)|applied|made|done|performed|written|wrote|lives?) [^.]{0,60}?\b(?:in|inside|on|from) (?:(?:a|an|the|my) )?(?:another|other|separate|different|new|second|temporary|isolated|hidden|fresh) (?:git )?(?:worktree|checkout(?! (?:page|flow|form|step|process|screen|view|component|button|route|endpoint|handler|service|module|logic|code|tests?)\b)|clone|working copy)\b/i
