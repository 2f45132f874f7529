import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './repository.ts'

export interface ScriptedAgent {
  /** For --agent, --reviewer and --verifier. */
  readonly word: string
  /** For `command:` in the configuration. */
  readonly command: string
  /** Every call so far: the reviewer's name and its prompt. */
  readonly calls: () => readonly { readonly name: string; readonly prompt: string }[]
}

/**
 * A program that speaks the `command` contract. The given lines run with `role`, `name`, `prompt`, `files`, `ids` and
 * `answer(value)`; `finding(changes)` makes a finding about the first line of the first file; `clean()` answers that
 * nothing was found. Asked about the premise it does that by itself and counts no call, unless `judgesPremise`.
 */
export function scriptedAgent(lines: string, { judgesPremise = false } = {}): ScriptedAgent {
  const folder = temporaryFolder()
  const file = join(folder, 'agent.mjs')
  const log = join(folder, 'calls.jsonl')
  writeFileSync(
    file,
    `import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
let prompt = ''
for await (const chunk of process.stdin) prompt += chunk
const { REVIEW_LOOP_ROLE: role, REVIEW_LOOP_REVIEWER: name } = process.env
const list = (variable) => (process.env[variable] ?? '').split('\\n').filter(Boolean)
const [files, ids] = [list('REVIEW_LOOP_FILES'), list('REVIEW_LOOP_FINDINGS')]
const isQuiet = name === 'premise' && !${judgesPremise}
if (!isQuiet) appendFileSync(${JSON.stringify(log)}, JSON.stringify({ name, prompt }) + '\\n')
const answer = (value) => console.log(JSON.stringify(value))
const clean = () => answer({ summary: 'Looked at ' + files.join(', '), findings: [] })
if (isQuiet) {
  clean()
  process.exit(0)
}
const finding = (changes) => ({ file: files[0], line: 1, severity: 'P1', title: 'Wrong', problem: 'It is wrong.', impact: 'Bad.', evidence: '', confidence: 0.8, ...changes })
const once = (mark) => { const flag = join(${JSON.stringify(folder)}, mark.replaceAll('/', '_')); if (existsSync(flag)) return false; writeFileSync(flag, ''); return true }
${lines}
`,
  )
  const command = `${process.execPath} ${file}`
  return {
    command,
    word: `command:${command}`,
    calls: () =>
      existsSync(log)
        ? readFileSync(log, 'utf8')
            .split('\n')
            // What follows the last line break is being written.
            .slice(0, -1)
            .map((line) => JSON.parse(line))
        : [],
  }
}
