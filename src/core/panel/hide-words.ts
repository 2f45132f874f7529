import { isProse } from '../change/path-kind.ts'
import { withoutWords, wordsByLine, wordsIn, wordsOfProse } from '../comments/words.ts'
import type { FileContents } from '../evidence/anchor-index.ts'
import type { FilePatch, HiddenWords } from './patch.ts'

/**
 * The patch without what its author says in comments of added lines, which is kept beside it: who hunts bugs is not to be talked out
 * of them. Every line stays, with its number; whatever the file does not have as the patch shows it stays as it is.
 */
function hideWords(path: string, patch: FilePatch, text: string, isProse: boolean): FilePatch {
  const lines = text.split('\n')
  const byLine = wordsByLine(isProse ? wordsOfProse(text) : wordsIn(path, text))
  const words: HiddenWords[] = []
  const hunks = patch.hunks.map((hunk) => {
    let line = hunk.newStart - 1
    const shown = hunk.lines.map((marked) => {
      if (marked[0] !== '-' && marked[0] !== '\\') line += 1
      const said = byLine.get(line)
      if (marked[0] !== '+' || said === undefined || marked.slice(1) !== lines[line - 1]) return marked
      words.push(...said.map(({ from, to }) => ({ line, text: marked.slice(from + 1, to + 1) })))
      return `+${withoutWords(marked.slice(1), said)}`
    })
    return { ...hunk, lines: shown }
  })
  return words.length === 0 ? patch : { ...patch, hunks, words }
}

/** A longer file is shown with its comments. */
export const longestFile = 4 * 1024 * 1024

/** The same for all files of a change. Documents are words as a whole, unless they are all there is. */
export function hideAllWords(
  patches: ReadonlyMap<string, FilePatch>,
  contents: ReadonlyMap<string, FileContents>,
): ReadonlyMap<string, FilePatch> {
  const hasCode = [...contents.keys()].some((path) => !isProse(path))
  return new Map(
    [...patches].map(([path, patch]) => {
      const text = contents.get(path)?.new ?? null
      return [path, text === null ? patch : hideWords(path, patch, text, hasCode && isProse(path))]
    }),
  )
}

/** What a patch hides, by line, as far as its hunks show these lines. */
export function hiddenIn({ hunks, words = [] }: FilePatch): readonly HiddenWords[] {
  const ranges = hunks.map(({ newStart, lines }) => ({
    start: newStart,
    end: newStart + lines.filter((line) => line[0] !== '-' && line[0] !== '\\').length,
  }))
  return words.filter(({ line }) => ranges.some(({ start, end }) => line >= start && line < end))
}
