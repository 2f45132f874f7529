import { expect, it } from 'vitest'
import { type Driven, drive } from './drive.ts'

type Toy = { readonly step: 'work' } | { readonly step: 'wait' } | { readonly step: 'end' }

/** Plays these steps one after the other and writes down what was called. */
async function play(steps: readonly Toy['step'][], values: Partial<Driven<Toy>> = {}): Promise<readonly string[]> {
  const calls: string[] = []
  const left = [...steps]
  const called = (name: string, result: boolean) => async () => {
    calls.push(name)
    return result
  }
  await drive<Toy>({
    signal: new AbortController().signal,
    requireSettled: async () => {},
    decide: () => ({ step: left.shift() ?? 'end' }),
    end: called('end', true),
    wait: called('wait', true),
    hasMoved: async () => false,
    perform: async () => void calls.push('work'),
    ...values,
  })
  return calls
}

it('does one thing after the other until the end', async () => {
  expect(await play(['work', 'wait', 'work', 'end', 'work'])).toEqual(['work', 'wait', 'work', 'end'])
})

it('stops where nobody answers', async () => {
  expect(await play(['work', 'wait', 'work'], { wait: async () => false })).toEqual(['work'])
})

it('decides again where something came between, before the end too', async () => {
  const answers = [true, false]
  expect(await play(['work', 'work', 'end'], { hasMoved: async () => answers.shift() ?? false })).toEqual([
    'work',
    'end',
  ])
  const ends = [false, true]
  expect(await play(['end', 'work', 'end'], { end: async () => ends.shift() ?? true })).toEqual(['work'])
})

it('does nothing more once it is stopped, also while it waits for a person', async () => {
  const stop = new AbortController()
  const wait = async () => {
    stop.abort(new Error('stopped'))
    return false
  }
  await expect(play(['wait', 'work'], { signal: stop.signal, wait })).rejects.toThrow('stopped')
  await expect(play(['work'], { signal: stop.signal })).rejects.toThrow('stopped')
})

it('does nothing more while what an agent did waits for a person, not even the end', async () => {
  const calls: string[] = []
  const perform = async () => void calls.push('work')
  const requireSettled = async () => {
    if (calls.length > 0) throw new Error('look first')
  }
  await expect(play(['work', 'end'], { perform, requireSettled })).rejects.toThrow('look first')
  expect(calls).toEqual(['work'])
})
