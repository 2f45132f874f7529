import type { Finding } from '../../types.ts'
import { manifestsFor } from '../agents/run-files.ts'

/**
 * Of the files a fix changed, those that decide what the validation commands check, or which files git sees at all: with them a fix
 * could make its own checks pass. Files of findings are what it was asked to change. `read`: the text of a file, null where there is
 * none.
 */
export function changedChecks(
  changed: readonly string[],
  findings: readonly Pick<Finding, 'file'>[],
  commands: readonly string[],
  read: (path: string) => string | null,
): readonly string[] {
  const asked = new Set(findings.map(({ file }) => file))
  const suspects = changed.filter((path) => !asked.has(path))
  if (suspects.length === 0) return []
  const words = wordsRun(commands, read)
  const isRun = (path: string) => words.has(path) || [...words].some((word) => path.endsWith(`/${word}`))
  return suspects.filter(
    (path) => hidesFiles.test(path) || (commands.length > 0 && (isSetting.test(path) || isRun(path))),
  )
}

const hidesFiles = /(?:^|\/)\.git(?:ignore|attributes)$/

/** What test runners read before they look for tests. */
const isSetting =
  /(?:^|\/)(?:(?:vitest|jest|playwright|cypress|karma|wdio)\.(?:config|workspace|conf|setup)\.\w+|\.mocharc(?:\.\w+)?|\.nycrc(?:\.\w+)?|pytest\.ini|tox\.ini|noxfile\.py|conftest\.py|\.rspec|phpunit(?:\.dist)?\.xml(?:\.dist)?|\.coveragerc)$/

/** The words of the commands that may be files, and those of the scripts and recipes among them. */
function wordsRun(commands: readonly string[], read: (path: string) => string | null): ReadonlySet<string> {
  const words = new Set(commands.flatMap((command) => [...fileWords(command), ...manifestsFor(command)]))
  // A set hands over what is added while it is gone through.
  for (const word of words) {
    if (words.size > mostWords) break
    const text = isRecipe.test(word) ? read(word) : null
    for (const other of fileWords(text === null ? '' : scriptsOf(word, text))) words.add(other)
  }
  return words
}

const mostWords = 2000
const isRecipe = /(?:^|\/)(?:package\.json|gnumakefile|makefile|justfile)$|\.(?:sh|bash|mk)$/i

/** Of a package only its scripts: its dependencies are no files. */
function scriptsOf(path: string, text: string): string {
  if (!path.endsWith('package.json')) return text
  return /"scripts"\s*:\s*\{[^{}]*\}/.exec(text)?.[0] ?? ''
}

function fileWords(text: string): readonly string[] {
  return text
    .split(/["'\s=;|&<>(){}$`,]+/)
    .map((word) => word.replace(/^(?:\.\/)+/, ''))
    .filter((word) => /^[^/-].*\.\w+$|\/\w+$/.test(word))
}
