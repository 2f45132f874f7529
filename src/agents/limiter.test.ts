import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createLimiter, TooBusy } from './limiter.ts'

const signal = new AbortController().signal

/** Work that runs until told to stop, and counts how many run at once. */
function workload() {
  let running = 0
  let most = 0
  const endings: (() => void)[] = []
  return {
    most: () => most,
    started: () => endings.length,
    end: () => {
      for (const end of endings.splice(0)) end()
    },
    work: () =>
      new Promise<void>((resolve) => {
        running += 1
        most = Math.max(most, running)
        endings.push(() => {
          running -= 1
          resolve()
        })
      }),
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('the limiter', () => {
  it('wakes when a pause ends between two looks at the clock', async () => {
    let time = 0
    // Every look at the clock takes a good part of the pause.
    const limiter = createLimiter({ overall: 1, perAgent: 1, now: () => (time += 0.5) })
    limiter.pause('a', 1.2)
    expect(await limiter.run('a', signal, async () => 'done')).toBe('done')
  })

  it('holds the limit overall and per agent, and runs everything in the end', async () => {
    const limiter = createLimiter({ overall: 3, perAgent: 2 })
    const load = workload()
    const calls = ['a', 'a', 'a', 'b', 'b', 'b'].map((agent) => limiter.run(agent, signal, load.work))
    await settle()
    expect(load.started()).toBe(3)
    while (load.started() > 0) {
      load.end()
      await settle()
    }
    await Promise.all(calls)
    expect(load.most()).toBe(3)
  })

  it('keeps all calls of a paused agent back, and nobody else', async () => {
    const limiter = createLimiter({ overall: 4, perAgent: 4 })
    limiter.pause('a', 40)
    const order: string[] = []
    const call = (agent: string) => limiter.run(agent, signal, async () => void order.push(agent))
    await Promise.all([call('a'), call('a'), call('b')])
    expect(order).toEqual(['b', 'a', 'a'])
  })

  it('turns those away at once who cannot wait for the end of a pause, also when they wait already', async () => {
    const limiter = createLimiter({ overall: 1, perAgent: 1 })
    const load = workload()
    const first = limiter.run('a', signal, load.work)
    const call = (patience: number) =>
      limiter.run(
        'a',
        signal,
        async () => 'ran',
        () => patience,
      )
    const waits = [call(50), call(60_000)]
    limiter.pause('a', 100)
    await expect(waits[0]).rejects.toThrow(/a pause of 1 s, which is longer than the time/)
    await expect(call(50)).rejects.toBeInstanceOf(TooBusy)
    load.end()
    await first
    expect(await waits[1]).toBe('ran')
  })

  it('tells of a pause, once for calls that are refused together', () => {
    const told: unknown[] = []
    let time = 0
    const limiter = createLimiter({ overall: 2, perAgent: 2, now: () => time, onWait: (wait) => told.push(wait) })
    limiter.pause('a', 30_000, 'slow down')
    time = 10
    limiter.pause('a', 30_000, 'slow down')
    limiter.pause('a', 2_000)
    limiter.pause('b', 2_000)
    expect(told).toEqual([
      { agent: 'a', seconds: 30, reason: 'slow down' },
      { agent: 'b', seconds: 2, reason: 'its model service is busy' },
    ])
  })

  it('gives the room back when the work fails', async () => {
    const limiter = createLimiter({ overall: 1, perAgent: 1 })
    await expect(limiter.run('a', signal, () => Promise.reject(new Error('x')))).rejects.toThrow('x')
    expect(await limiter.run('a', signal, async () => 'ran')).toBe('ran')
  })

  it('lets many wait for one signal without a warning of Node', async () => {
    const warnings: string[] = []
    const note = ({ name }: Error) => void warnings.push(name)
    process.on('warning', note)
    const limiter = createLimiter({ overall: 1, perAgent: 1 })
    const { signal: shared } = new AbortController()
    await Promise.all(Array.from({ length: 20 }, () => limiter.run('a', shared, () => setImmediate())))
    process.off('warning', note)
    expect(warnings).toEqual([])
  })

  it('stops waiting when told to', async () => {
    const limiter = createLimiter({ overall: 1, perAgent: 1 })
    const load = workload()
    const first = limiter.run('a', signal, load.work)
    const stop = new AbortController()
    const second = limiter.run('a', stop.signal, load.work)
    stop.abort()
    await expect(second).rejects.toThrow()
    load.end()
    await first
  })
})
