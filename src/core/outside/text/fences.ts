/** A code block in a text: from the first mark to the end of the line of the last. */
export interface Fence {
  readonly start: number
  readonly end: number
  /** 'suggestion', 'diff', 'ts'; empty when not said. */
  readonly language: string
  readonly content: string
}

/** A block that is never closed is none: a stray mark must not hide the rest of a text. */
export function fencesOf(text: string): readonly Fence[] {
  const marks = [...text.matchAll(/^[ \t]*(`{3,}|~{3,})([^\n`]*)$/gm)]
  const fences: Fence[] = []
  // A mark so long that nothing closes it: later marks of its kind that are as long need not be tried.
  const unclosed = { '`': Number.POSITIVE_INFINITY, '~': Number.POSITIVE_INFINITY }
  for (let at = 0; at < marks.length; at += 1) {
    const opening = marks[at]!
    const [kind, length] = kindOf(opening)
    if (length >= unclosed[kind]) continue
    let close = at + 1
    while (close < marks.length && !closes(marks[close]!, opening)) close += 1
    if (close === marks.length) unclosed[kind] = length
    else {
      fences.push(fenceBetween(text, opening, marks[close]!))
      at = close
    }
  }
  return fences
}

/** The text with code blocks made blank: every other character stays where it was. */
export function blankFences(text: string): string {
  const parts: string[] = []
  let done = 0
  for (const { start, end } of fencesOf(text)) {
    parts.push(text.slice(done, start), text.slice(start, end).replace(/[^\n]/g, ' '))
    done = end
  }
  return [...parts, text.slice(done)].join('')
}

function kindOf(mark: RegExpExecArray): readonly ['`' | '~', number] {
  return [mark[1]!.startsWith('~') ? '~' : '`', mark[1]!.length]
}

function closes(mark: RegExpExecArray, opening: RegExpExecArray): boolean {
  const [kind, length] = kindOf(mark)
  const [wanted, atLeast] = kindOf(opening)
  return kind === wanted && length >= atLeast && mark[2]!.trim() === ''
}

function fenceBetween(text: string, opening: RegExpExecArray, close: RegExpExecArray): Fence {
  const language = /^\s*(\S*)/.exec(opening[2]!)?.[1] ?? ''
  const content = text.slice(opening.index + opening[0].length + 1, close.index)
  return { start: opening.index, end: close.index + close[0].length, language, content }
}
