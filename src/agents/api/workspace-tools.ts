import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type ToolSet, tool } from 'ai'
import { z } from 'zod'
import { mask } from '../../io/masking.ts'
import { workspacePath } from '../workspace-path.ts'
import { listFiles, searchFiles } from './workspace-search.ts'

const path = z.string().describe('Relative to the root of the repository.')
const mostBytes = 2 * 1024 * 1024
const mostCharacters = 60_000

/**
 * What a model may do in the workspace: look, and with `mayWrite` edit. Every path is checked; there is no shell. Secrets are
 * masked for who only looks; who edits has to quote what is there.
 */
export function workspaceTools(workspace: string, mayWrite: boolean): ToolSet {
  return mayWrite ? { ...readTools(workspace, (text) => text), ...writeTools(workspace) } : readTools(workspace, mask)
}

function readTools(workspace: string, shown: (text: string) => string): ToolSet {
  return {
    read_file: tool({
      description: 'Reads a text file of the repository. Lines are numbered from 1; ask for a part of a long file.',
      inputSchema: z.object({
        path,
        from: z.number().int().min(1).optional().describe('First line; 1 when left out.'),
        to: z.number().int().min(1).optional().describe('Last line; the end of the file when left out.'),
      }),
      execute: (input) =>
        at(workspace, input.path, (file) => numbered(shown(readText(file)), input.from ?? 1, input.to)),
    }),
    list_files: tool({
      description: 'Lists the files below a folder of the repository, without those that git ignores.',
      inputSchema: z.object({ path: path.default('.') }),
      execute: (input, { abortSignal }) =>
        at(workspace, input.path, (_, name) => listFiles(workspace, name, abortSignal)),
    }),
    search: tool({
      description: 'Searches the files of the repository for a POSIX extended regular expression, line by line.',
      inputSchema: z.object({ pattern: z.string().min(1), path: path.default('.') }),
      execute: (input, { abortSignal }) =>
        at(workspace, input.path, async (_, name) =>
          shown(await searchFiles(workspace, input.pattern, name, abortSignal)),
        ),
    }),
  }
}

function writeTools(workspace: string): ToolSet {
  return {
    edit_file: tool({
      description: 'Replaces a passage of a file. The old text must occur in it exactly once, letter by letter.',
      inputSchema: z.object({ path, old_text: z.string().min(1), new_text: z.string() }),
      execute: (input) => at(workspace, input.path, (file) => edit(file, input.old_text, input.new_text)),
    }),
    write_file: tool({
      description: 'Writes a whole file, new or existing.',
      inputSchema: z.object({ path, content: z.string() }),
      execute: (input) => at(workspace, input.path, (file) => write(file, input.content)),
    }),
  }
}

/** What goes wrong is an answer to the model, which can then do better. */
async function at(
  workspace: string,
  wanted: string,
  work: (path: string, name: string) => string | Promise<string>,
): Promise<string> {
  const place = workspacePath(workspace, wanted)
  if ('problem' in place) return `Error: ${place.problem}`
  try {
    return await work(place.path, place.name)
  } catch (error) {
    return `Error: ${error instanceof Error ? error.message.replaceAll(workspace, '.') : String(error)}`
  }
}

/** Only plain files: a pipe or a device would hold us up for ever. */
function readText(file: string): string {
  const found = statSync(file)
  if (!found.isFile()) throw Error('this is not a file.')
  if (found.size > mostBytes) throw Error(`the file is larger than ${mostBytes} bytes.`)
  const text = readFileSync(file, 'utf8')
  if (text.includes('\0')) throw Error('this is not a text file.')
  return text
}

function numbered(text: string, from: number, to: number | undefined): string {
  const lines = text.split('\n')
  const shown = lines.slice(from - 1, to).map((line, index) => `${from + index}\t${line}`)
  if (shown.length === 0) return `Error: the file has ${lines.length} lines.`
  const whole = shown.join('\n')
  return whole.length > mostCharacters ? `${whole.slice(0, mostCharacters)}\n[cut: ask for fewer lines]` : whole
}

function edit(file: string, oldText: string, newText: string): string {
  const text = readText(file)
  const first = text.indexOf(oldText)
  if (first === -1) return 'Error: the old text does not occur in the file.'
  if (text.indexOf(oldText, first + 1) !== -1) return 'Error: the old text occurs more than once; quote more of it.'
  writeFileSync(file, text.slice(0, first) + newText + text.slice(first + oldText.length))
  return 'Done.'
}

function write(file: string, content: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found !== undefined && !found.isFile()) return 'Error: this is not a file.'
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  return 'Done.'
}
