import { given } from '../../core/values/given.ts'
import { beginning } from '../../core/values/shortened.ts'
import { cleanEnvironment, gitVariables, stream } from '../../io/exec.ts'

const mostCharacters = 30_000

/** `path` is relative to the workspace and checked; '' is all of it. */
export async function listFiles(workspace: string, path: string, signal: AbortSignal | undefined): Promise<string> {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const { text } = await ask(workspace, [...args, '--', path === '' ? '.' : path], signal)
  return text === '' ? 'There are no files.' : text
}

/** git does the search: it skips what is ignored, and a pattern that explodes costs a child, not us. */
export async function searchFiles(
  workspace: string,
  pattern: string,
  path: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const args = ['grep', '--line-number', '--untracked', '--no-color', '-I', '--extended-regexp', '-e', pattern]
  const { text, code, problem } = await ask(workspace, [...args, '--', path === '' ? '.' : path], signal)
  if (code !== null && code > 1) return `Error: ${problem}`
  return text === '' ? 'Nothing was found.' : text
}

interface Answer {
  readonly text: string
  readonly code: number | null
  readonly problem: string
}

/** Settings of the repository must not make git start programs. */
const harmless = ['--literal-pathspecs', '--no-pager', '-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false']

async function ask(workspace: string, args: readonly string[], signal: AbortSignal | undefined): Promise<Answer> {
  const chunks: Buffer[] = []
  let size = 0
  const options = { cwd: workspace, env: cleanEnvironment(gitVariables), ...given({ signal }) }
  const result = await stream('git', [...harmless, ...args], options, (chunk) => {
    chunks.push(chunk)
    size += chunk.length
    if (size > mostCharacters * 4) throw Error('more than enough')
  })
  const problem = result.stderr.trim().split('\n')[0] ?? ''
  return { text: shorten(Buffer.concat(chunks).toString('utf8')), code: result.code, problem }
}

/** Whole lines, none of them endless, and nothing of our own folder. */
function shorten(output: string): string {
  const lines = output
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('.review-loop/'))
    .map((line) => (line.length > 400 ? `${beginning(line, 400)}…` : line))
  let length = 0
  const end = lines.findIndex((line) => {
    length += line.length + 1
    return length > mostCharacters
  })
  return end === -1 ? lines.join('\n') : [...lines.slice(0, end), '[cut: there is more]'].join('\n')
}
