type Of<Action, Step extends string> = Extract<Action, { readonly step: Step }>

/** An action that changes something, as opposed to the end and to waiting for a person. */
export type Doing<Action> = Exclude<Action, { readonly step: 'end' | 'wait' }>

/** What is driven: everything it knows is in its journal, and each of these writes down there what came of it. */
export interface Driven<Action extends { readonly step: string }> {
  readonly signal: AbortSignal
  /** Rejects while what an agent did beyond its work waits for a person. */
  readonly requireSettled: () => Promise<void>
  /** From the journal alone. */
  readonly decide: () => Action
  /** False: something came between, and it is decided again. */
  readonly end: (action: Of<Action, 'end'>) => Promise<boolean>
  /** False: nobody is there to answer. */
  readonly wait: (action: Of<Action, 'wait'>) => Promise<boolean>
  /** Somebody else was at the files that the action rests on: that is decided about first. */
  readonly hasMoved: (action: Doing<Action>) => Promise<boolean>
  readonly perform: (action: Doing<Action>) => Promise<void>
}

/**
 * The one engine of loops and staged runs: decide, do it, write it down, decide again. After a crash it goes on as if nothing had
 * happened. Ends with an outcome, or with a question that nobody was there to answer.
 */
export async function drive<Action extends { readonly step: string }>(driven: Driven<Action>): Promise<void> {
  const { signal, requireSettled, decide, end, wait, hasMoved, perform } = driven
  for (;;) {
    signal.throwIfAborted()
    await requireSettled()
    const action = decide()
    if (is(action, 'end')) {
      if (await end(action)) return
    } else if (is(action, 'wait')) {
      const isAnswered = await wait(action)
      signal.throwIfAborted()
      if (!isAnswered) return
    } else {
      const doing = action as Doing<Action>
      if (!(await hasMoved(doing))) await perform(doing)
    }
  }
}

function is<Action extends { readonly step: string }, Step extends string>(
  action: Action,
  step: Step,
): action is Of<Action, Step> {
  return action.step === step
}
