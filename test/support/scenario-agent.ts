import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './program.ts'
import { temporaryFolder } from './repository.ts'
import type { Scenario, ScenarioAnswer } from './scenario.ts'
import { until } from './scripted-loop.ts'
import { approvalReply, doneReply, noopReply, planReply, refusalReply } from './staged-replies.ts'

export interface ScenarioCall {
  readonly part: string
  readonly prompt: string
  /** Of claude. */
  readonly flags: readonly string[]
  readonly promptFile?: { readonly name: string; readonly text: string }
}

export interface ScenarioAgent {
  /** For `--agent`. */
  readonly word: string
  /** Where a program called `claude` is. */
  readonly programs: string
  readonly calls: () => readonly ScenarioCall[]
  /** Lets a part wait, once, until somebody does something about it. */
  readonly hold: (part: string) => { readonly reached: () => Promise<void>; readonly release: () => void }
  /** For a shell: waits there as the part of that name. */
  readonly waitIn: (part: string) => string
}

const player = join(root, 'test', 'bin', 'agent-scenario.mjs')

/** All agents of a scenario. */
export function scenarioAgent(repository: string, answers: Scenario['answers']): ScenarioAgent {
  const folder = temporaryFolder()
  const fileOf = (kind: string, part: string) => join(folder, `${kind}.${part}`)
  writeFileSync(join(folder, 'script.json'), JSON.stringify({ repository, answers: played({ ...usual, ...answers }) }))
  return {
    word: `command:${process.execPath} ${player} ${folder} command`,
    programs: claudeIn(folder),
    calls: () => linesOf(join(folder, 'calls.jsonl')),
    hold: (part) => {
      writeFileSync(fileOf('hold', part), '')
      return {
        reached: () => until(() => existsSync(fileOf('held', part))),
        release: () => {
          for (const kind of ['hold', 'held']) rmSync(fileOf(kind, part), { force: true })
        },
      }
    },
    waitIn: (part) =>
      `[ -e ${fileOf('hold', part)} ] && touch ${fileOf('held', part)}; while [ -e ${fileOf('hold', part)} ]; do sleep 0.02; done`,
  }
}

const later = ['language', 'quality', 'simplify', 'tests', 'docs']

/** Everything goes well. */
const usual: Scenario['answers'] = {
  'planner plan': ['plan'],
  'executor exec': [{ write: { 'calc.js': 'export const zero = 0\nexport const add = (a, b) => a + b\n' } }],
  ...Object.fromEntries(later.map((pass) => [`executor ${pass}`, ['noop']])),
  ...Object.fromEntries(
    [...later, 'plan', 'exec', 'replay', 'claude'].map((pass) => [`reviewer ${pass}`, ['approve']]),
  ),
}

function claudeIn(folder: string): string {
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  const [place, program] = [folder, pathToFileURL(player)].map((value) => JSON.stringify(value))
  const script = `#!${process.execPath}\nprocess.argv.splice(2, 0, ${place}, 'claude')\nimport(${program})\n`
  writeFileSync(join(programs, 'claude'), script, { mode: 0o755 })
  return programs
}

function linesOf(file: string): readonly ScenarioCall[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return lines.map((line) => JSON.parse(line))
}

function played(answers: Scenario['answers']) {
  return Object.fromEntries(Object.entries(answers).map(([part, list]) => [part, list.map(playedAnswer)]))
}

function playedAnswer(answer: ScenarioAnswer) {
  const plain = { write: {}, exit: 0, tools: 1, raw: false }
  if (answer === 'plan') return { ...plain, print: planReply() }
  if (answer === 'noop') return { ...plain, print: noopReply }
  if (answer === 'approve') return { ...plain, print: approvalReply }
  if ('asks' in answer) return { ...plain, print: planReply(`- ${answer.asks}`) }
  if ('refuse' in answer) return { ...plain, print: refusalReply(answer.refuse) }
  if ('say' in answer) return { ...plain, ...answer, print: answer.say }
  return { ...plain, ...answer, print: doneReply(answer.claim ?? Object.keys(answer.write)) }
}
