import type { Comment } from './comment.ts'
import { lineEnd, match } from './cursor.ts'
import { isDocstringAt } from './docstring.ts'
import type { HoleFrame, Scan, StringFrame } from './scan-state.ts'
import { readSlash } from './slash.ts'
import type { Syntax } from './syntax-forms.ts'

/**
 * The comments of a text. Where something could be read in two ways, what follows has none: a comment that stays is a nuisance, code
 * that is taken for a comment would be hidden.
 */
export function scanComments(text: string, syntax: Syntax): readonly Comment[] {
  if (syntax.unsure?.test(text)) return []
  const isPage = syntax.pageText === true && hasTags.test(text)
  const hasDocstrings = syntax.docstrings !== undefined && !syntax.docstrings.test(text)
  const scan: Scan = {
    text,
    syntax,
    isPage,
    hasDocstrings,
    at: 0,
    frames: [],
    comments: [],
    isLost: false,
    unsureEnd: 0,
    last: '',
    heredocs: [],
  }
  while (scan.at < text.length && !scan.isLost) {
    const frame = scan.frames.at(-1)
    if (frame !== undefined && 'form' in frame) readString(scan, frame)
    else readCode(scan, frame)
  }
  if (scan.isLost) dropLine(scan)
  // Somewhere a string was opened that is none.
  return scan.frames.length > 0 && !scan.isLost ? [] : scan.comments
}

const space = /[^\S\n]+/y
const word = /[\p{L}\p{N}_$]+/uy

function readCode(scan: Scan, hole: HoleFrame | undefined): void {
  const { text, syntax } = scan
  if (text[scan.at] === '\n') {
    readBreak(scan)
    return
  }
  if (skip(scan, space) !== undefined || readComment(scan)) return
  for (const atom of syntax.atoms) if (take(scan, atom)) return
  if (openString(scan) || (syntax.heredocs && openHeredoc(scan)) || take(scan, word)) return
  if (syntax.regexes && text[scan.at] === '/') {
    readSlash(scan)
    return
  }
  const sign = text[scan.at]!
  if (hole !== undefined && sign === hole.close) {
    if (hole.depth === 0) scan.frames.pop()
    else hole.depth -= 1
  } else if (hole !== undefined && sign === hole.open) hole.depth += 1
  scan.last = sign
  scan.at += 1
}

function readBreak(scan: Scan): void {
  scan.at += 1
  for (const mark of scan.heredocs.splice(0)) {
    const end = new RegExp(`^[ \\t]*${mark}[ \\t]*\\r?$`, 'my')
    while (scan.at < scan.text.length && match(scan, end) === null) scan.at = lineEnd(scan.text, scan.at) + 1
    if (scan.at >= scan.text.length) scan.isLost = true
    else scan.at = lineEnd(scan.text, scan.at)
  }
}

function readComment(scan: Scan): boolean {
  const { text, syntax, at } = scan
  const opens = (mark: string): boolean => text.startsWith(mark, at)
  const block = syntax.block.find(([open]) => opens(open))
  if (block !== undefined) {
    const end = blockEnd(text, at, block, syntax.nested ?? false)
    if (end === -1) scan.isLost = true
    else note(scan, { start: at, end, open: block[0].length, close: block[1].length })
    return true
  }
  const mark = syntax.line.find(opens)
  if (mark === undefined || !isLineComment(scan, mark)) return false
  note(scan, { start: at, end: lineEnd(text, at), open: mark.length, close: 0 })
  return true
}

function isLineComment({ text, at, syntax: { before, after, atoms } }: Scan, mark: string): boolean {
  if (before !== undefined && !before.test(text.slice(Math.max(0, at - 1), at))) return false
  if (before !== undefined && /\\\r?\n[ \t]*$/.test(text.slice(Math.max(0, at - 200), at))) return false
  if (after !== undefined && match({ text, at: at + mark.length }, after) === null) return false
  return !atoms.some((atom) => match({ text, at }, atom) !== null)
}

function note(scan: Scan, comment: Comment): void {
  const { text, syntax, isPage } = scan
  const { start, end } = comment
  const said = text.slice(start, end)
  scan.at = end
  const isUnsure = start < scan.unsureEnd
  if (syntax.unsureComment?.test(said) || (isUnsure && end > scan.unsureEnd)) scan.isLost = true
  else if (!(isUnsure || syntax.directive?.test(said) || (isPage && /[{}<>]/.test(said)))) scan.comments.push(comment)
}

const hasTags = /<\/[\w>]|\/>/

function blockEnd(text: string, from: number, [open, close]: readonly [string, string], nested: boolean): number {
  let depth = 1
  for (let at = from + open.length; at < text.length; ) {
    const end = text.indexOf(close, at)
    if (end === -1) return -1
    const inner = nested ? text.indexOf(open, at) : -1
    if (inner !== -1 && inner < end) {
      depth += 1
      at = inner + open.length
    } else {
      depth -= 1
      at = end + close.length
      if (depth === 0) return at
    }
  }
  return -1
}

function openString(scan: Scan): boolean {
  for (const form of scan.syntax.strings) {
    const groups = match(scan, form.open)
    if (groups === null) continue
    const isDocstring = scan.hasDocstrings && isDocstringAt(scan)
    scan.frames.push({ form, close: form.close(groups), start: scan.at, isDocstring })
    scan.at += groups[0].length
    return true
  }
  return false
}

function readString(scan: Scan, { form, close, start, isDocstring }: StringFrame): void {
  const { text, at } = scan
  if (form.escapes && text[at] === '\\') scan.at += 2
  if (form.hole !== undefined && text.startsWith(form.hole[0], at)) {
    const open = form.hole[0].at(-1)!
    scan.frames.push({ open, close: form.hole[1], depth: 0 })
    scan.at = at + form.hole[0].length
  } else if (scan.at > at) return
  else if (text.startsWith(close, at)) {
    if (form.doubled && text.startsWith(close, at + close.length)) scan.at += 2 * close.length
    else closeString(scan, { form, close, start, isDocstring })
  } else if (text[at] === '\n' && !form.lines) breakString(scan, start)
  else scan.at += 1
}

function closeString(scan: Scan, { form, close, start, isDocstring }: StringFrame): void {
  const { text } = scan
  scan.at += close.length
  scan.last = '"'
  scan.frames.pop()
  const inside = text.slice(start, scan.at)
  if (form.braces && inside.split('{').length !== inside.split('}').length) scan.isLost = true
  const isWhole = /[ \t]*(?:#[^\n]*)?\r?$/my
  if (isDocstring && match(scan, isWhole) !== null) {
    const open = inside.indexOf(close) + close.length
    scan.comments.push({ start, end: scan.at, open, close: close.length })
  }
}

function breakString(scan: Scan, start: number): void {
  // An attribute of a tag may have a line break.
  if (scan.isPage && scan.text[start - 1] === '=') {
    scan.at += 1
    return
  }
  if (!scan.syntax.pageText || scan.frames.length > 1) {
    scan.isLost = true
    return
  }
  scan.frames.pop()
  dropLine(scan)
}

function openHeredoc(scan: Scan): boolean {
  const groups = match(scan, /<<-?[ \t]*(?:\\|["']?)([A-Za-z_]\w*)["']?/y)
  if (groups === null) return false
  scan.heredocs.push(groups[1]!)
  scan.at += groups[0].length
  return true
}

/** What was read in the line where it became unsure may be wrong as well. */
function dropLine({ text, at, comments }: Scan): void {
  const start = text.lastIndexOf('\n', Math.min(at, text.length) - 1) + 1
  while ((comments.at(-1)?.end ?? 0) > start) comments.pop()
}

function skip(scan: Scan, pattern: RegExp): string | undefined {
  const found = match(scan, pattern)?.[0]
  scan.at += found?.length ?? 0
  return found
}

function take(scan: Scan, pattern: RegExp): boolean {
  const found = skip(scan, pattern)
  if (found !== undefined) scan.last = found
  return found !== undefined
}
