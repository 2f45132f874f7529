// An agent that speaks the Agent Client Protocol through the official package. The first argument says how it behaves.
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import * as acp from '@agentclientprotocol/sdk/unstable'

const [how, note = ''] = process.argv.slice(2)
const { agent: methods, client } = acp.methods
let cwd = ''
let mode = 'agent'
let model = 'small'
let cancelled = () => {}

const behaviours = {
  async review(turn) {
    await turn.say('Let me look. ')
    await turn.tool('t1', 'read', 'completed')
    await turn.say('{"summary": ')
    await turn.say(`"mode ${mode}, model ${model}, ${turn.prompt.length} characters"}`)
    await turn.update({
      sessionUpdate: 'usage_update',
      used: 1250,
      size: 9000,
      cost: { amount: 0.25, currency: 'USD' },
    })
    const usage = { inputTokens: 1200, outputTokens: 50, cachedReadTokens: 200, totalTokens: 1250 }
    return { stopReason: 'end_turn', usage }
  },
  async environment(turn) {
    const { HOME, MY_KEY, OTHER_KEY, REVIEW_LOOP_ROLE } = process.env
    await turn.say(JSON.stringify({ cwd, HOME, MY_KEY, OTHER_KEY, REVIEW_LOOP_ROLE }))
    return { stopReason: 'end_turn' }
  },
  async edit(turn) {
    const answer = await turn.ask('edit', join(cwd, 'edited.txt'))
    if (answer === 'yes-once') writeFileSync(join(cwd, 'edited.txt'), 'edited\n')
    await turn.say(`The answer was ${answer}.`)
    return { stopReason: 'end_turn' }
  },
  async sneak(turn) {
    const result = attempt(() => writeFileSync(join(cwd, 'sneaked.txt'), 'x'))
    await turn.say(`Without asking: ${result}.`)
    return { stopReason: 'end_turn' }
  },
  async demand(turn) {
    const read = turn.request(client.fs.readTextFile, { path: '/etc/hostname' })
    const write = turn.request(client.fs.writeTextFile, { path: join(cwd, 'by-client.txt'), content: 'x' })
    const results = await Promise.allSettled([read, write])
    await turn.say(results.map(({ status, reason }) => `${status} ${reason?.code}`).join(', '))
    return { stopReason: 'end_turn' }
  },
  async silent() {
    return { stopReason: 'end_turn' }
  },
  async unasked(turn) {
    await turn.say('Info: the request failed.')
    return { stopReason: 'end_turn', usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 } }
  },
  async refuse(turn) {
    await turn.say('No.')
    return { stopReason: 'refusal' }
  },
  async hang(turn) {
    await turn.say('Thinking…')
    await new Promise((resolve) => {
      cancelled = () => {
        if (note !== '') appendFileSync(note, 'cancelled\n')
        resolve()
      }
      setInterval(() => {}, 1000)
    })
    return { stopReason: 'cancelled' }
  },
  async loop(turn) {
    for (let count = 1; ; count++) await turn.tool(`t${count}`, 'read', 'completed')
  },
  async unpaid() {
    throw new acp.RequestError(-32603, 'Internal error', { details: '401 invalid key s3cret-value' })
  },
  async crash(turn) {
    await turn.say('Half an ans')
    process.stderr.write('something\nout of memory\n', () => process.exit(7))
    await new Promise(() => {})
  },
}

const app = acp
  .agent({ name: 'test' })
  .onRequest(methods.initialize, () => ({
    protocolVersion: how === 'old' ? 0 : 1,
    agentCapabilities: {},
    agentInfo: { name: 'test', version: '0' },
  }))
  .onRequest(methods.session.new, ({ params }) => {
    if (how === 'logged-out') throw acp.RequestError.authRequired()
    cwd = params.cwd
    const options = ['small', 'large'].map((value) => ({ value, name: value }))
    return {
      sessionId: 's1',
      modes: { currentModeId: mode, availableModes: ['agent', 'read-only'].map((id) => ({ id, name: id })) },
      configOptions: [{ type: 'select', id: 'm', name: 'Model', category: 'model', currentValue: model, options }],
    }
  })
  .onRequest(methods.session.setMode, ({ params }) => {
    mode = params.modeId
    return {}
  })
  .onRequest(methods.session.setConfigOption, ({ params }) => {
    model = params.value
    return { configOptions: [] }
  })
  .onRequest(methods.session.prompt, ({ params, client: other }) => behaviours[how](turnWith(other, params)))
  .onNotification(methods.session.cancel, () => cancelled())

if (how === 'noise') console.log('Starting up…\n{"not": "json-rpc"}\n[1]\n{"jsonrpc":"2.0","id":99,"result":{}}')
behaviours.noise = behaviours.review
app.connect(acp.ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)))

function turnWith(other, { sessionId, prompt }) {
  const update = (change) => other.notify(client.session.update, { sessionId, update: change })
  return {
    prompt: prompt[0].text,
    update,
    say: (text) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }),
    tool: (toolCallId, kind, status) => update({ sessionUpdate: 'tool_call', toolCallId, title: kind, kind, status }),
    request: (method, params) => other.request(method, { sessionId, ...params }),
    async ask(kind, path) {
      const { outcome } = await other.request(client.session.requestPermission, {
        sessionId,
        toolCall: { toolCallId: 't1', title: kind, kind, locations: [{ path }] },
        options: [
          { optionId: 'yes-always', name: 'Always', kind: 'allow_always' },
          { optionId: 'yes-once', name: 'Yes', kind: 'allow_once' },
          { optionId: 'no', name: 'No', kind: 'reject_once' },
        ],
      })
      return outcome.optionId ?? outcome.outcome
    },
  }
}

function attempt(action) {
  try {
    action()
    return 'done'
  } catch (error) {
    return error.code
  }
}
