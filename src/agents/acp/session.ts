import type { AgentTask } from '../../types.ts'
import { type JsonObject, listAt, numberAt, objectAt, objectsAt, textAt } from '../cli/json.ts'
import { failure, type ReplyParts } from '../reply.ts'
import type { Peer } from './peer.ts'
import type { Progress } from './progress.ts'

const protocolVersion = 1

export interface Session {
  readonly task: AgentTask
  readonly model: string | null
  readonly progress: Progress
  /** Called with the session's id as soon as there is something that can be cancelled. */
  readonly onStart: (sessionId: string) => void
}

/** One prompt in a session of its own. Rejects with a PeerError. */
export async function holdSession(peer: Peer, { task, model, progress, onStart }: Session): Promise<ReplyParts> {
  const greeting = await peer.request('initialize', {
    protocolVersion,
    // It works on the disk by itself, inside its sandbox: what we did for it would be done outside.
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    clientInfo: { name: 'review-loop', version: '1' },
  })
  const spoken = numberAt(greeting, 'protocolVersion')
  if (spoken !== protocolVersion) {
    return failure('misconfigured', `the agent does not speak version ${protocolVersion} of the Agent Client Protocol`)
  }
  const session = await peer.request('session/new', { cwd: task.workspace, mcpServers: [] })
  const sessionId = textAt(session, 'sessionId')
  if (sessionId === undefined) return failure('malformed', 'the agent opened no session')
  onStart(sessionId)
  if (!task.mayWrite) await takeReadOnlyMode(peer, sessionId, session)
  if (model !== null && !(await takeModel(peer, sessionId, session, model))) {
    return failure('misconfigured', `the agent does not offer the model ${model}: choose it by its command line`)
  }
  const reply = await peer.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: task.prompt }] })
  progress.finish(reply)
  if (objectAt(reply, 'usage') !== undefined && progress.usage().outputTokens === 0) {
    return {
      ...failure('malformed', 'no output tokens were counted, so no model gave the answer'),
      text: progress.text(),
    }
  }
  return judge(textAt(reply, 'stopReason') ?? '', progress.text())
}

/** Only a help for agents that ask too much; what holds is the sandbox. */
async function takeReadOnlyMode(peer: Peer, sessionId: string, session: JsonObject): Promise<void> {
  const modes = objectsAt(objectAt(session, 'modes'), 'availableModes').map((mode) => textAt(mode, 'id'))
  if (modes.includes('read-only')) await peer.request('session/set_mode', { sessionId, modeId: 'read-only' })
}

async function takeModel(peer: Peer, sessionId: string, session: JsonObject, model: string): Promise<boolean> {
  const setting = objectsAt(session, 'configOptions').find((each) => textAt(each, 'category') === 'model')
  const configId = textAt(setting, 'id')
  if (configId === undefined || !valuesOf(setting).includes(model)) return false
  await peer.request('session/set_config_option', { sessionId, configId, value: model })
  return true
}

/** Options stand in a list, or in groups of lists. */
function valuesOf(setting: JsonObject | undefined): (string | undefined)[] {
  return objectsAt(setting, 'options').flatMap((option) =>
    listAt(option, 'options').length > 0 ? valuesOf(option) : [textAt(option, 'value')],
  )
}

function judge(stopReason: string, text: string): ReplyParts {
  switch (stopReason) {
    case 'end_turn':
      if (text.trim() === '') return failure('malformed', 'the agent ended its turn without an answer')
      return { status: 'ok', reason: null, text }
    case 'refusal':
      return { ...failure('refused', 'the agent refused to answer'), text }
    case 'max_tokens':
    case 'max_turn_requests':
      return { ...failure('over_budget', 'the agent stopped at a limit of its own'), text }
    case 'cancelled':
      return { ...failure('crashed', 'the agent gave up its turn, as some do when something is not allowed'), text }
    default:
      return { ...failure('malformed', 'the agent ended its turn without saying why'), text }
  }
}
