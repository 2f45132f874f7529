import { type Dialect, dialectOf } from './dialects.ts'
import type { Answer, ModelRequest, ToolCall } from './providers/provider.ts'
import { type Scenario, type Step, tokensOf } from './scenario.ts'

export interface Plan {
  /** Index of the step that is played. */
  readonly turn: number
  /** A side request, answered outside the steps. */
  readonly side: boolean
  readonly answer: Answer
}

/** What the model answers to this request. */
export function planAnswer(scenario: Scenario, request: ModelRequest): Plan {
  const tokens = tokensOf(scenario)
  const turn = turnOf(scenario.steps, request.callsMade)
  if (isSideRequest(scenario, request)) {
    return { turn, side: true, answer: { text: scenario.aux ?? 'OK', calls: [], tokens } }
  }
  const step = scenario.steps[turn] ?? { text: 'OK' }
  return { turn, side: false, answer: { ...play(step, request), tokens } }
}

/** By the calls made so far, not by messages: some APIs list parallel calls one by one. */
function turnOf(steps: readonly Step[], callsMade: number): number {
  let left = callsMade
  let turn = 0
  for (const step of steps.slice(0, -1)) {
    left -= callCount(step)
    if (left < 0) break
    turn += 1
  }
  return turn
}

function callCount(step: Step): number {
  return 'calls' in step ? step.calls.map(callCount).reduce((sum, count) => sum + count, 0) : 1
}

function isSideRequest(scenario: Scenario, request: ModelRequest): boolean {
  return request.tools.length === 0 && !request.schema && scenario.side !== false && scenario.steps.length > 1
}

function play(step: Step, request: ModelRequest): Omit<Answer, 'tokens'> {
  if ('text' in step) return { text: step.text, calls: [] }
  const offered = request.tools.map((tool) => tool.name)
  const dialect = dialectOf(request.provider, offered)
  if ('json' in step && !hasStructuredTool(dialect, offered)) return { text: JSON.stringify(step.json), calls: [] }
  return { text: null, calls: callsOf(step, dialect) }
}

function hasStructuredTool(dialect: Dialect, offered: readonly string[]): boolean {
  return dialect.structured !== null && offered.includes(dialect.structured)
}

/** Also for tools that were not offered: calling them anyway is what a hostile model does. */
function callsOf(step: Step, dialect: Dialect): ToolCall[] {
  if ('calls' in step) return step.calls.flatMap((each) => callsOf(each, dialect))
  if ('tool' in step) return [{ name: step.tool, input: step.input ?? {} }]
  if ('custom' in step) return [{ name: step.custom, input: { input: step.input }, raw: step.input }]
  if ('read' in step) return [dialect.read(step.read)]
  if ('edit' in step) return [dialect.edit(step.edit.path, step.edit.old, step.edit.new)]
  if ('write' in step) return [dialect.write(step.write.path, step.write.content)]
  if ('shell' in step) return [dialect.shell(step.shell)]
  if ('json' in step && dialect.structured !== null) {
    return [{ name: dialect.structured, input: { ...Object(step.json) } }]
  }
  return []
}
