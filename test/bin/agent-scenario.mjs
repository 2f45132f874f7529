// Plays every part of a scenario, as a command or as claude. The folder in the first argument holds what is said by whom; who
// asked for what is written into it, and a part with a `hold.` file waits there until that is gone, and says nothing.
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

const [folder, voice, ...flags] = process.argv.slice(2)
const flag = (name) => flags[flags.indexOf(name) + 1]

if (flags.includes('--version')) console.log('2.1.325 (Claude Code)')
else await play()

async function play() {
  const { repository, answers } = JSON.parse(readFileSync(join(folder, 'script.json'), 'utf8'))
  const prompt = await text(process.stdin)
  const part = voice === 'claude' ? partOfClaude() : partOfCommand()
  await hold(part)
  const asked = callsOf(part)
  appendFileSync(join(folder, 'calls.jsonl'), `${JSON.stringify({ part, prompt, flags, ...promptFile(repository) })}\n`)
  const said = answers[part] ?? []
  const answer = said[Math.min(asked, said.length - 1)]
  if (answer === undefined) throw new Error(`nobody wrote what ${part} says`)
  write(answer.write)
  console.log(voice === 'claude' && !answer.raw ? streamOf(answer) : answer.print)
  process.exitCode = answer.exit
}

function partOfCommand() {
  return `${process.env.REVIEW_LOOP_ROLE} ${process.env.REVIEW_LOOP_REVIEWER}`
}

/** It is not told the pass. */
function partOfClaude() {
  return flag('--tools').includes('Edit') ? 'executor claude' : 'reviewer claude'
}

/** Half of the work is done when it is cut off. */
async function hold(part) {
  const file = join(folder, `hold.${part}`)
  if (!existsSync(file)) return
  if (part.startsWith('executor')) writeFileSync('half.txt', '')
  writeFileSync(join(folder, `held.${part}`), '')
  while (existsSync(file)) await sleep(10)
  process.exit(1)
}

function callsOf(part) {
  const file = join(folder, 'calls.jsonl')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return lines.filter((line) => JSON.parse(line).part === part).length
}

/** Where people can read what claude was asked, as long as it is asked. */
function promptFile(repository) {
  if (voice !== 'claude') return {}
  const temporary = join(repository, '.review-loop', 'tmp')
  const [file] = existsSync(temporary) ? readdirSync(temporary).filter((name) => name.endsWith('-prompt.txt')) : []
  return file === undefined ? {} : { promptFile: { name: file, text: readFileSync(join(temporary, file), 'utf8') } }
}

function write(files) {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(file), { recursive: true })
    if (content === null) rmSync(file)
    else writeFileSync(file, content)
  }
}

/** Lines as claude prints them. */
function streamOf({ print, tools }) {
  const uses = Array.from({ length: tools }, (_, index) => ({ type: 'tool_use', id: `tool-${index}`, name: 'Edit' }))
  const usage = { input_tokens: 10, output_tokens: 10 }
  const events = [
    {
      type: 'system',
      subtype: 'init',
      tools: flag('--tools').split(','),
      mcp_servers: [],
      permissionMode: flag('--permission-mode'),
    },
    { type: 'assistant', message: { id: 'message', content: [...uses, { type: 'text', text: print }], usage } },
    { type: 'result', subtype: 'success', is_error: false, result: print, usage, total_cost_usd: 0 },
  ]
  return events.map((event) => JSON.stringify(event)).join('\n')
}
