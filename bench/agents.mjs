// What our supervision costs beside the agent's own time: per call, for many at once, and in memory for a talkative child.
import { spawnSync } from 'node:child_process'
import { setMaxListeners } from 'node:events'
import { loadSource } from './measure.mjs'

export async function benchAgents() {
  const { superviseChild } = await loadSource('src/agents/supervise/supervise-child.ts')
  const never = new AbortController().signal
  setMaxListeners(0, never)
  const call = (script, limits = {}) =>
    superviseChild(
      {
        program: process.execPath,
        args: ['-e', script],
        cwd: process.cwd(),
        env: { PATH: process.env.PATH },
        input: 'prompt',
        limits: { wallMs: 60_000, idleMs: 60_000, outputBytes: 1 << 30, stderrBytes: 1 << 16, ...limits },
        onLine: () => {},
        shouldStop: () => null,
        transcript: null,
      },
      never,
    )
  await call('0')
  const own = []
  for (let run = 0; run < 20; run++) own.push((await call('0')).ownMs)
  const sleeper = 'setTimeout(() => {}, 3000)'
  const start = performance.now()
  const together = await Promise.all(Array.from({ length: 20 }, () => call(sleeper)))
  const wall = performance.now() - start
  const bare = performance.now()
  spawnSync('sh', [
    '-c',
    Array.from({ length: 20 }, () => `${process.execPath} -e '${sleeper}' &`)
      .concat('wait')
      .join(' '),
  ])
  const bareWall = performance.now() - bare
  const flood =
    'const line = "x".repeat(999) + "\\n"; let left = 100_000; const go = () => { while (left-- > 0) if (!process.stdout.write(line)) return process.stdout.once("drain", go) }; go()'
  global.gc?.()
  const before = process.memoryUsage().rss
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 20)
  await call(flood)
  clearInterval(watch)
  return [
    { name: 'our overhead per call, median of 20', value: median(own), unit: 'ms', target: '≤ 30' },
    {
      name: '20 calls at once / the same 20 programs started by a shell',
      value: wall / bareWall,
      unit: '×',
      target: 'near 1',
    },
    {
      name: 'largest overhead among 20 calls at once',
      value: Math.max(...together.map(({ ownMs }) => ownMs)),
      unit: 'ms',
      target: '',
    },
    { name: 'memory added while a child prints 100 MB', value: (peak - before) / 1e6, unit: 'MB', target: 'flat' },
  ]
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
}
