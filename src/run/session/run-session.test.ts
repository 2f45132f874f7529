import { expect, it } from 'vitest'
import type { WorkPoint } from '../../core/loop/types.ts'
import type { Intention, Machine, SessionPorts } from './machine.ts'
import { type Journal, openSession } from './open-session.ts'
import { runSession } from './run-session.ts'

// A machine as small as can be: it works three times, asks a person after the second, and ends.

type Fact = { readonly type: 'worked' } | { readonly type: 'answered' } | { readonly type: 'ended' } | Intention
type Action = { readonly step: 'work' | 'wait' | 'end' }
interface State {
  readonly worked: number
  readonly isAnswered: boolean
  readonly isEnded: boolean
  readonly begun: string | null
}
interface Ports extends SessionPorts<Action> {
  readonly work: () => Promise<void>
  readonly isSomebodyThere: () => boolean
}

const point: WorkPoint = { head: 'a', tree: 'b' }

const machine: Machine<State, Fact, Action, Ports> = {
  initial: { worked: 0, isAnswered: false, isEnded: false, begun: null },
  fold: (state, fact) => {
    const next = { ...state, begun: fact.type === 'intended' ? fact.step : null }
    if (fact.type === 'worked') return { ...next, worked: state.worked + 1 }
    if (fact.type === 'answered') return { ...next, isAnswered: true }
    return fact.type === 'ended' ? { ...next, isEnded: true } : next
  },
  decide: ({ worked, isAnswered, isEnded }) => {
    if (isEnded || worked === 3) return { step: 'end' }
    return { step: worked === 2 && !isAnswered ? 'wait' : 'work' }
  },
  hasEnded: ({ isEnded }) => isEnded,
  perform: async ({ step }, _, { work, isSomebodyThere }, begin) => {
    if (step === 'end') return [{ type: 'ended' }]
    if (step === 'wait') return isSomebodyThere() ? [{ type: 'answered' }] : []
    begin(point)
    await work()
    return [{ type: 'worked' }]
  },
}

type Event = { readonly at: string } & Fact

/** What outlives a process. */
function memory(events: Event[] = []): Journal<Event> {
  const append = (event: Event) => {
    events.push(event)
    return event
  }
  return { events, append, close: () => {} }
}

function ports(values: Partial<Ports> = {}): Ports {
  return {
    requireSettled: async () => {},
    onStep: () => {},
    signal: new AbortController().signal,
    work: async () => {},
    isSomebodyThere: () => true,
    ...values,
  }
}

const now = () => new Date()

const typesIn = (events: readonly Event[]) => events.map(({ type }) => type)
const whole = ['intended', 'worked', 'intended', 'worked', 'answered', 'intended', 'worked', 'ended']

it('does one step after the other until the end is among the facts, and tells each', async () => {
  const [events, steps, heard]: [Event[], string[], string[]] = [[], [], []]
  const session = openSession(machine, memory(events), now, [({ type }) => heard.push(type)])
  await runSession(machine, session, ports({ onStep: ({ step }) => steps.push(step) }))
  expect(typesIn(events)).toEqual(whole)
  expect(heard).toEqual(whole)
  expect(steps).toEqual(['work', 'work', 'wait', 'work', 'end'])
  expect(session.state()).toMatchObject({ worked: 3, isEnded: true })
})

it('stops where nobody answers, and goes on from there', async () => {
  const events: Event[] = []
  await runSession(machine, openSession(machine, memory(events), now), ports({ isSomebodyThere: () => false }))
  expect(typesIn(events)).toEqual(whole.slice(0, 4))
  await runSession(machine, openSession(machine, memory(events), now), ports())
  expect(typesIn(events)).toEqual(whole)
})

it('has what was begun among the facts when it dies at work, and does it again', async () => {
  const events: Event[] = []
  const dying = ports({ work: () => Promise.reject(new Error('killed')) })
  await expect(runSession(machine, openSession(machine, memory(events), now), dying)).rejects.toThrow('killed')
  expect(openSession(machine, memory(events), now).state()).toMatchObject({ begun: 'work', worked: 0 })
  await runSession(machine, openSession(machine, memory(events), now), ports())
  expect(typesIn(events)).toEqual(['intended', ...whole])
})

it('begins nothing after it was cancelled, nor while something waits for a person', async () => {
  const [events, controller] = [[] as Event[], new AbortController()]
  const cancelling = ports({ signal: controller.signal, work: async () => controller.abort() })
  await expect(runSession(machine, openSession(machine, memory(events), now), cancelling)).rejects.toThrow(/abort/i)
  expect(typesIn(events)).toEqual(['intended', 'worked'])
  const unsettled = ports({ requireSettled: () => Promise.reject(new Error('see to it first')) })
  await expect(runSession(machine, openSession(machine, memory(events), now), unsettled)).rejects.toThrow(
    'see to it first',
  )
  expect(events).toHaveLength(2)
})
