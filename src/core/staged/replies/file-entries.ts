import { repositoryPath } from '../../values/repository-path.ts'
import { isNone, type ListItem, readList } from '../markdown/list-items.ts'
import { type Section, sectionText } from '../markdown/sections.ts'
import type { ReplyProblem } from './reply-sections.ts'

/** One file that a reply names, with what it says of it. */
export interface FileEntry {
  /** Relative to the repository. */
  readonly path: string
  readonly note: string
  /** Of the reply, counted from 1. */
  readonly line: number
}

export type FileEntryCode = 'files_unreadable' | 'none_with_files' | 'invalid_path' | 'missing_reason'

type Problem = ReplyProblem<FileEntryCode>

/** "- `path` - reason", one file or several in a line. "None" means that there are none. */
export function readFileEntries(section: Section): {
  readonly files: readonly FileEntry[]
  readonly problems: readonly Problem[]
} {
  if (isNone(sectionText(section))) return { files: [], problems: [] }
  const { items } = readList(section.lines)
  if (items.length === 0) return { files: [], problems: [unreadable(section.line)] }
  const entries = items.filter(({ text }) => !isNone(text)).map(readEntry)
  const nothing = section.lines.filter(({ text, isCode }) => !isCode && isNone(text))
  return {
    files: entries.flatMap(({ files }) => files),
    problems: [
      ...nothing.map(({ number }) => problem('none_with_files', '"None" does not go with files.', number)),
      ...entries.flatMap(({ problems }) => problems),
    ],
  }
}

function readEntry({ line, text }: ListItem): ReturnType<typeof readFileEntries> {
  const { names, note } = splitEntry(text)
  if (names.length === 0) return { files: [], problems: [unreadable(line)] }
  const paths = names.map((name) => ({ name, path: concretePath(name) }))
  return {
    files: paths.flatMap(({ path }) => (path === undefined ? [] : [{ path, note, line }])),
    problems: [
      ...paths.flatMap(({ name, path }) => (path === undefined ? [invalid(name, line)] : [])),
      ...(/\w|[^\0-\x7f]/.test(note)
        ? []
        : [problem('missing_reason', `Say of ${names.join(', ')} what it is about.`, line)]),
    ],
  }
}

/** The paths are all in back-ticks before the dash, or one bare word; what stands between them is part of the note. */
function splitEntry(text: string): { readonly names: readonly string[]; readonly note: string } {
  const bare = /^([^\s`:]*[./][^\s`:]*)(?=[\s:]|$)/.exec(text)?.[1]
  if (bare !== undefined) return { names: [bare], note: noteOf(text.slice(bare.length)) }
  const ticked = /^(?:\*\*)?`[^`\n]+`(?:\*\*)?(?:(?:,| and|, and| →| ->)\s*(?:\*\*)?`[^`\n]+`(?:\*\*)?)*/.exec(
    text,
  )?.[0]
  if (ticked === undefined) return { names: [], note: '' }
  const names = [...ticked.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  return { names, note: noteOf(text.slice(ticked.length)) }
}

function noteOf(text: string): string {
  return text.replace(/^\s*(?:[-–—:]+|->)?\s*/, '').trim()
}

/** A path that can be looked up: inside the repository, of one file, and not the example of the schema. */
function concretePath(name: string): string | undefined {
  if (/[*?<>]|\.\.\.|…|\{[^}]*,|^path\/to\/|\/$/.test(name)) return undefined
  return repositoryPath(name)
}

function invalid(name: string, line: number): Problem {
  return problem('invalid_path', `"${name}" is no path of one file, relative to the root of the repository.`, line)
}

function unreadable(line: number): Problem {
  return problem('files_unreadable', 'Name each file as "- `path/of/the/file` - what about it", or write "None".', line)
}

function problem(code: FileEntryCode, text: string, line: number): Problem {
  return { code, text, line }
}
