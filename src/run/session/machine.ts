import type { WorkPoint } from '../../core/loop/types.ts'

// What every long-running command is: a machine that one runner drives. What happened is a list of facts, in one journal.

/** What no fact says. */
export interface Spent {
  /** Milliseconds that the session was worked on, in all processes so far. */
  readonly elapsedMs: number
}

/** Noted before an effect on files, which are at this point: what is cut off is undone to it. */
export interface Intention {
  readonly type: 'intended'
  readonly step: string
  readonly point: WorkPoint
}

type Named = { readonly step: string }

/** Pure, apart from `perform`. */
export interface Machine<State, Fact, Action extends Named, Ports> {
  readonly initial: State
  readonly fold: (state: State, fact: Fact) => State
  /** The next step: the same facts always lead to the same one. `end` and `wait` are steps, too. */
  readonly decide: (state: State, spent: Spent) => Action
  /** Whether the end that is decided is among the facts. */
  readonly hasEnded: (state: State) => boolean
  /**
   * Does a step, and gives the facts that tell what came of it. It looks at the world first: after a crash it is called again.
   * `begin` notes the intention of an effect on files. No facts for `wait`: nobody is there to answer.
   */
  readonly perform: (
    action: Action,
    state: State,
    ports: Ports,
    begin: (point: WorkPoint) => void,
  ) => Promise<readonly Fact[]>
}

/** What the runner itself needs of the world. */
export interface SessionPorts<Action> {
  /** Rejects while what an agent did beyond its work waits for a person. */
  readonly requireSettled: () => Promise<void>
  /** For progress: what begins now. */
  readonly onStep: (action: Action) => void
  readonly signal: AbortSignal
}
