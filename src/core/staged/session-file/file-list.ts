import { readInline, writeName } from '../../loop/document-text.ts'
import { numberedLines } from '../../loop/finding-drafts.ts'
import { oneLine } from '../../loop/findings-document.ts'
import { isNone, readList } from '../markdown/list-items.ts'

/** An entry of `## Files Changed` or `## Key Related Files`. */
export interface ListedFile {
  readonly path: string
  /** What changed, or why it matters; empty for nothing. */
  readonly note: string
}

export function fileList(files: readonly ListedFile[]): string {
  return files.map(({ path, note }) => `- ${writePath(path)}${note === '' ? '' : ` - ${oneLine(note)}`}`).join('\n')
}

/** The entries of the list; sentences around it are no files. */
export function readFileList(text: string): readonly ListedFile[] {
  return readList(numberedLines(text)).items.flatMap(({ text: item }) => {
    const [, path = '', note = ''] = inSpan.exec(item) ?? bare.exec(item) ?? []
    const isSpan = item.startsWith('`')
    return path === '' || isNone(item) ? [] : [{ path: isSpan ? path : readInline(path), note: oneLine(note) }]
  })
}

const inSpan = /^`([^`\n]+)`(?:[ \t]*[-–—:])?([\s\S]*)$/
const bare = /^(.+?)(?:(?:(?::|\s+[-–—])\s+|\n)([\s\S]*))?$/

/** Every character of a path comes back; most need nothing but a code span. */
function writePath(path: string): string {
  return /[`\p{Cc}]|^ | $/u.test(path) ? writeName(path) : `\`${path}\``
}
