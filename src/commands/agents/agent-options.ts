import { parseDuration } from '../../core/values/duration.ts'
import { given } from '../../core/values/given.ts'
import { LoopError } from '../../errors.ts'
import type { Arguments, Options } from '../command.ts'
import type { AgentFlags } from './agents.ts'

/** The flags about agents: they mean the same everywhere. */
export const agentOptions = {
  agent: {
    type: 'string',
    value: 'NAME',
    description: 'let this agent review too: claude, codex, …, auto; see docs/agents.md',
  },
  reviewer: { type: 'string', value: 'NAME', description: 'the agent that reviews, if it is another one' },
  verifier: {
    type: 'string',
    value: 'NAME',
    description: 'the agent that checks blocking findings; none turns it off',
  },
  'no-verify': { type: 'boolean', description: 'take blocking findings of an agent as they are' },
  'max-time': { type: 'string', value: 'DUR', description: 'time for all agent calls together: 90s, 10m, 1h30m' },
  'max-cost': { type: 'string', value: 'USD', description: 'money for all agent calls together' },
} satisfies Options

export function agentFlags(args: Arguments, command: string): AgentFlags {
  return given({
    agent: args.value('agent'),
    reviewer: args.value('reviewer'),
    verifier: args.value('verifier'),
    verify: args.flag('no-verify') ? false : undefined,
    maxTimeMs: amount('max-time', parseDuration, 'a duration such as 90s, 10m or 1h30m'),
    maxDollars: amount('max-cost', parseMoney, 'an amount in dollars such as 0.50'),
  })

  function amount(option: string, parse: (text: string) => number | undefined, expected: string) {
    const text = args.value(option)
    const value = text === undefined ? undefined : parse(text)
    if (text === undefined || value !== undefined) return value
    throw new LoopError('usage', { problem: `--${option} cannot be "${text}": expected ${expected}`, command })
  }
}

function parseMoney(text: string): number | undefined {
  return /^\d+(\.\d+)?$/.test(text) && Number(text) > 0 ? Number(text) : undefined
}
