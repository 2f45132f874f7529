import { describe, expect, it } from 'vitest'
import { plain, selectAgent } from './select.ts'

const configured = [
  { ...plain('claude'), name: 'strong', model: 'opus' },
  { ...plain('command'), name: 'broken' },
]

describe('selectAgent', () => {
  it.each([
    ['auto', { kind: 'auto' }],
    ['none', { kind: 'none' }],
    ['strong', { kind: 'agent', settings: { name: 'strong', kind: 'claude', model: 'opus' } }],
    ['codex', { kind: 'agent', settings: { name: 'codex', kind: 'codex', model: null } }],
    ['claude:sonnet', { kind: 'agent', settings: { kind: 'claude', model: 'sonnet' } }],
    [
      'command:node my-agent.mjs --x a:b',
      { kind: 'agent', settings: { kind: 'command', command: 'node my-agent.mjs --x a:b' } },
    ],
    ['api:gpt-5.5', { kind: 'agent', settings: { kind: 'api', model: 'gpt-5.5' } }],
    ['builtin', { kind: 'agent', settings: { kind: 'builtin' } }],
  ])('%s', (word, selected) => {
    expect(selectAgent(word, configured)).toMatchObject(selected)
  })

  it.each([
    ['claud', /did you mean claude/],
    ['xyzzy', /known are/],
    ['command', /needs a command/],
    ['command:', /needs a command/],
    ['broken', /needs a command/],
    ['api', /needs a model/],
    ['claude:', /names no model: write claude:MODEL, or claude alone/],
    ['api: ', /names no model/],
    ['builtin:x', /takes no model/],
    ['api:llama3', /does not say whose it is/],
    ["command:node 'agent.mjs", /counterpart/],
    ['acp:agent && other', /no shell that understands &&/],
  ])('%s is refused', (word, problem) => {
    expect(selectAgent(word, configured)).toEqual({ problem: expect.stringMatching(problem) })
  })
})
