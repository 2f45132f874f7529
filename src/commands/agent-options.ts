import { parseDuration } from '../core/duration.ts'
import { LoopError } from '../errors.ts'
import type { AgentFlags } from './agents.ts'
import type { Arguments, Options } from './command.ts'

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
  const agent = args.value('agent')
  const reviewer = args.value('reviewer')
  const verifier = args.value('verifier')
  const time = args.value('max-time')
  const cost = args.value('max-cost')
  return {
    ...(agent === undefined ? {} : { agent }),
    ...(reviewer === undefined ? {} : { reviewer }),
    ...(verifier === undefined ? {} : { verifier }),
    ...(args.flag('no-verify') ? { verify: false } : {}),
    ...(time === undefined
      ? {}
      : { maxTimeMs: parseDuration(time) ?? wrong('max-time', time, 'a duration such as 90s, 10m or 1h30m') }),
    ...(cost === undefined
      ? {}
      : { maxDollars: parseMoney(cost) ?? wrong('max-cost', cost, 'an amount in dollars such as 0.50') }),
  }

  function wrong(option: string, value: string, expected: string): never {
    throw new LoopError('usage', { problem: `--${option} cannot be "${value}": expected ${expected}`, command })
  }
}

function parseMoney(text: string): number | undefined {
  return /^\d+(\.\d+)?$/.test(text) && Number(text) > 0 ? Number(text) : undefined
}
