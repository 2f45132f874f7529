import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readRequired } from '../io/files.ts'
import type { Agent, AgentReply, AgentSettings, AgentTask } from '../types.ts'
import type { AgentMachine } from './agent-machine.ts'
import { transcriptName, transcriptSpec } from './call-transcript.ts'
import { parseScript, type Script, type ScriptEntry } from './replay/script.ts'
import { failure, neverReject, type ReplyParts } from './reply.ts'
import { openTranscript } from './supervise/transcript.ts'
import { workspacePath } from './workspace-path.ts'

/**
 * Scripted replies from a file, for demonstrations and tests. The first entry that was not used yet and fits the task
 * answers. The path of the file is relative to the root.
 */
export function createReplayAgent(settings: AgentSettings, machine: AgentMachine): Agent {
  let script: Script | null = null
  const used = new Set<ScriptEntry>()
  return { name: settings.name, run }

  function run(task: AgentTask, signal: AbortSignal): Promise<AgentReply> {
    return neverReject(async () => {
      script ??= loadScript(settings.command, machine.root)
      if ('problem' in script) return failure('misconfigured', script.problem)
      const entry = script.entries.find((candidate) => !used.has(candidate) && fits(candidate, task))
      if (entry === undefined) return failure('crashed', exhausted(task))
      used.add(entry)
      return play(entry, task, signal)
    })
  }

  async function play(entry: ScriptEntry, task: AgentTask, signal: AbortSignal): Promise<ReplyParts> {
    const stopped = await pause(entry.delayMs ?? 0, task.budget.seconds * 1000, signal)
    if (stopped !== null) return stopped
    const problem = task.mayWrite ? writeAll(entry.writes ?? [], task.workspace) : null
    if (problem !== null) return failure('misconfigured', problem)
    const reply = replyOf(entry)
    return { ...reply, turns: 1, transcript: keep(reply.text ?? '', task) }
  }

  function keep(text: string, task: AgentTask): string | null {
    const name = transcriptName(machine, task, settings)
    const transcript = openTranscript(transcriptSpec(machine, name))
    for (const line of text.split('\n')) transcript.add(line)
    return transcript.close() ? name : null
  }
}

/** `file` is relative to the root. */
export function loadScript(file: string | null, root: string): Script {
  if (file === null) return { problem: 'a replay agent needs a file with replies: replay:FILE' }
  try {
    return parseScript(readRequired(resolve(root, file)), file)
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

/** What an entry does not name fits every task. */
function fits(entry: ScriptEntry, task: AgentTask): boolean {
  return (['role', 'name', 'round'] as const).every((key) => entry[key] === undefined || entry[key] === task[key])
}

function exhausted({ role, name, round }: AgentTask): string {
  // Some are called after their role, with a number where there are several.
  const who = name.split('/')[0] === role ? name : `${role} ${name}`
  return `the replay script has no reply left for the ${who} in round ${round}`
}

async function pause(delayMs: number, mostMs: number, signal: AbortSignal): Promise<ReplyParts | null> {
  const cancelled = failure('cancelled', 'the call was cancelled')
  if (signal.aborted) return cancelled
  try {
    if (delayMs > 0) await sleep(Math.min(delayMs, mostMs), undefined, { signal })
  } catch {
    return cancelled
  }
  return delayMs > mostMs ? failure('timed_out', 'the time for this call is used up') : null
}

/** All or nothing is written. Gives what is wrong, or null. */
function writeAll(writes: NonNullable<ScriptEntry['writes']>, workspace: string): string | null {
  const places = writes.map(({ path, content }) => ({ place: workspacePath(workspace, path), content }))
  for (const { place } of places)
    if ('problem' in place) return `the replay script may not write there: ${place.problem}`
  for (const { place, content } of places) {
    if ('problem' in place) continue
    mkdirSync(dirname(place.path), { recursive: true })
    writeFileSync(place.path, content)
  }
  return null
}

function replyOf(entry: ScriptEntry): ReplyParts {
  const status = entry.status ?? 'ok'
  const structured = entry.json ?? null
  const text = entry.text ?? (structured === null ? '' : JSON.stringify(structured))
  if (status === 'ok' && text.trim() === '') return failure('malformed', 'the scripted reply is empty')
  const usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, costUsd: null, ...entry.usage }
  const reason = status === 'ok' ? null : (entry.reason ?? `the replay script says ${status}`)
  return { status, reason, text, structured, usage, retryAfterMs: entry.retryAfterMs ?? null }
}
