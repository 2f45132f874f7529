import type { Intention, Machine, SessionPorts } from './machine.ts'
import type { OpenSession } from './open-session.ts'

/**
 * The one runner of all sessions: decide, do it, note what came of it, decide again. After a crash it goes on as if nothing had
 * happened. Ends with an outcome, or with a question that nobody is there to answer.
 */
export async function runSession<
  State,
  Fact,
  Action extends { readonly step: string },
  Ports extends SessionPorts<Action>,
>(
  { decide, hasEnded, perform }: Machine<State, Fact | Intention, Action, Ports>,
  { state, note, workedMs }: Pick<OpenSession<State, Fact | Intention>, 'state' | 'note' | 'workedMs'>,
  ports: Ports,
): Promise<void> {
  for (;;) {
    ports.signal.throwIfAborted()
    await ports.requireSettled()
    const action = decide(state(), { elapsedMs: workedMs() })
    const { step } = action
    if (step === 'end' && hasEnded(state())) return
    ports.onStep(action)
    const facts = await perform(action, state(), ports, (point) => note({ type: 'intended', step, point }))
    for (const fact of facts) note(fact)
    if (step === 'wait' && facts.length === 0) {
      ports.signal.throwIfAborted()
      return
    }
  }
}
