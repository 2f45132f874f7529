import type { SandboxLevel, SandboxPolicy } from './level.ts'

export type SandboxDecision =
  /** `notice` is for a person: what holds the agent when bubblewrap does not. */
  | { readonly kind: 'run'; readonly level: SandboxLevel; readonly notice: string | null }
  | { readonly kind: 'refuse'; readonly status: 'sandbox'; readonly reason: string }

/** They start no program, so there is nothing to hold. */
const inProcess: readonly string[] = ['builtin', 'replay', 'api']
const withOwnSandbox: readonly string[] = ['codex']

const comparedOnly =
  'reviewers work in a copy, and what a fixer or a validation command may not change is undone, not prevented.'

/** Whether an agent of this kind runs, and in what. */
export function decideSandbox(policy: SandboxPolicy, level: SandboxLevel, kind: string): SandboxDecision {
  if (inProcess.includes(kind)) return unheld('it starts no program')
  if (policy === 'off') return unheld('the sandbox is switched off')
  if (policy === 'auto' && kind === 'command') return unheld('a command runs in a sandbox only when one is required')
  if (level.kind === 'bubblewrap') return { kind: 'run', level, notice: null }
  if (level.agentOwn && withOwnSandbox.includes(kind)) {
    return { kind: 'run', level, notice: `${kind} runs in its own sandbox: ${level.reason}.` }
  }
  if (policy === 'required') {
    return { kind: 'refuse', status: 'sandbox', reason: `a sandbox is required, and there is none: ${level.reason}` }
  }
  return { kind: 'run', level, notice: noSandbox(level.reason) }

  /** By its kind or by choice: nobody has to be told. */
  function unheld(reason: string): SandboxDecision {
    const agentOwn = level.kind === 'none' && level.agentOwn
    return { kind: 'run', level: { kind: 'none', reason, agentOwn }, notice: null }
  }
}

/** `reason`: a clause without a full stop. */
export function noSandbox(reason: string): string {
  return `There is no sandbox (${reason}): ${comparedOnly} See review-loop doctor; sandbox: required runs no agent without one.`
}

/** Whether it can write nowhere but where it is allowed to: in bubblewrap, and where it starts no program of its own. */
export function isHeld(decision: SandboxDecision, kind: string): boolean {
  return inProcess.includes(kind) || (decision.kind === 'run' && decision.level.kind === 'bubblewrap')
}
