// Eight processes work on one inbox of a thousand requests and are killed at random. Each request gets one answer.
// BENCH_SEED: another seed. BENCH_SECONDS: for how long there are kills (15).
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleSource } from '../measure.mjs'
import { chance } from '../random.mjs'
import { fillInbox, idOf, makeFolders } from './requests.mjs'

const count = 1000
const workers = 8
const killSeconds = Number(process.env.BENCH_SECONDS ?? 15)
const worker = join(dirname(fileURLToPath(import.meta.url)), 'worker.mjs')

export async function benchWorkers() {
  const folder = mkdtempSync(join(tmpdir(), 'review-loop-mail-'))
  const root = join(folder, 'mail')
  try {
    makeFolders(root)
    fillInbox(root, count)
    const bundle = await bundleSource('src/io/mail/mailbox.ts', folder)
    const start = performance.now()
    const kills = await work(bundle, root)
    const seconds = (performance.now() - start) / 1000
    return [...rowsOf(root), { name: 'workers killed', value: kills, unit: '', target: '' }, timeRow(seconds)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Until nobody finds anything to do. Gives how often somebody was killed. */
async function work(bundle, root) {
  const random = chance(Number(process.env.BENCH_SEED ?? 1))
  const end = performance.now() + killSeconds * 1000
  let kills = 0
  const keepWorking = async () => {
    for (;;) {
      const child = spawn(process.execPath, [worker, bundle, root], { stdio: 'inherit' })
      const isSpared = performance.now() > end
      const timer = isSpared ? undefined : setTimeout(() => child.kill('SIGKILL'), 500 + random.next() * 4000)
      const { code, signal } = await ended(child)
      clearTimeout(timer)
      if (signal === 'SIGKILL') kills++
      else if (code === 0) return
      else throw new Error(`a worker ended with ${code ?? signal}`)
    }
  }
  await Promise.all(Array.from({ length: workers }, keepWorking))
  return kills
}

function ended(child) {
  return new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal })))
}

function rowsOf(root) {
  const answers = new Map()
  const arrived = messagesIn(root, 'claude/inbox')
  for (const text of arrived) {
    const parent = /^parent_message_id: (.*)$/m.exec(text)?.[1]
    answers.set(parent, (answers.get(parent) ?? 0) + 1)
  }
  const counts = Array.from({ length: count }, (_, index) => answers.get(idOf(index + 1)) ?? 0)
  const rest = ['codex/inbox', 'codex/claims', 'codex/dead_letter'].flatMap((box) => messagesIn(root, box))
  const row = (name, value, target) => ({ name, value: String(value), unit: `of ${count}`, target })
  return [
    row('requests answered exactly once', counts.filter((times) => times === 1).length, `≥ ${count}`),
    row('requests answered twice or more', counts.filter((times) => times > 1).length, '≤ 0'),
    row('requests lost or left', counts.filter((times) => times === 0).length + rest.length, '≤ 0'),
    row('answers in the outbox', messagesIn(root, 'codex/outbox').length, `≥ ${count}`),
    row('requests among the processed', messagesIn(root, 'codex/processed').length, `≥ ${count}`),
  ]
}

function messagesIn(root, box) {
  const folder = join(root, 'agents', box)
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.yaml')) : []
  return names.map((name) => readFileSync(join(folder, name), 'utf8'))
}

const timeRow = (seconds) => ({ name: 'from first to last', value: seconds, unit: 's', target: '≤ 60' })
