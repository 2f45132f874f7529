import type { Finding } from '../../types.ts'
import { isTestPath } from '../change/path-kind.ts'
import { repositoryPath } from '../values/repository-path.ts'

type Place = Pick<Finding, 'file' | 'title' | 'problem' | 'impact' | 'fix' | 'suggestion'>

/**
 * Of the files a fix changed, those far from its findings: not the file of one, not named in its words, not in the change that
 * was reviewed, and no test of any of these by its name or by what it says. Whether such a change is wanted is for others to
 * say. `read`: the text of a file, null where there is none.
 */
export function beyondFindings(
  changed: readonly string[],
  findings: readonly Place[],
  change: readonly string[],
  read: (path: string) => string | null,
): readonly string[] {
  const own = new Set([...change, ...findings.flatMap(({ file }) => (file === null ? [] : [file]))])
  const words = new Set(findings.flatMap(wordsOf))
  const isNear = (path: string) => own.has(path) || words.has(path) || words.has(nameOf(path))
  const subjects = new Set([...own, ...changed.filter(isNear), ...words].map(subjectOf))
  const stems = new Set([...own].map(stemOf).filter((stem) => stem.length > 2))
  const isTestOfNear = (path: string) =>
    isTestPath(path) && (subjects.has(subjectOf(path)) || wordsIn(read(path) ?? '').some((word) => stems.has(word)))
  return changed.filter((path) => !isNear(path) && !isTestOfNear(path))
}

/** What in the words of a finding may be a path, in the spelling of the repository. */
function wordsOf({ title, problem, impact, fix, suggestion }: Place): readonly string[] {
  const text = [title, problem, impact, fix, suggestion].join('\n')
  return text.split(/[\s"'`()<>[\]{},;:=|]+/).flatMap((word) => {
    const path = repositoryPath(word.replace(/[.!?]+$/, ''))
    return path === undefined || !path.includes('.') ? [] : [path]
  })
}

/** How a test names the module it tests: a path, or the name alone. */
function wordsIn(text: string): readonly string[] {
  return text.split(/[^\w./-]+/).flatMap((word) => [stemOf(word), word.slice(word.lastIndexOf('.') + 1)])
}

/** 'src/split-words.ts' → 'split-words' */
function stemOf(path: string): string {
  return nameOf(path).replace(/(?<=.)\..*$/, '')
}

/** 'src/words/split-words.test.ts' → 'splitwords': what a file is about, whatever its language makes of the name of a test. */
function subjectOf(path: string): string {
  const [stem = ''] = nameOf(path).replace(/^\./, '').split('.')
  return stem
    .replace(/^test_|[_-](?:tests?|specs?|e2e|cy)$|(?<=[a-z0-9])(?:TestCase|Tests?|Spec|IT)$/g, '')
    .replace(/[_-]/g, '')
    .toLowerCase()
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
