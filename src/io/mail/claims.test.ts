import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { bundleMailWorker, newMailbox, noLeaks, requestOf, type StartWorker } from '../../../test/support/mail-host.ts'
import { claimedPath, listClaims, takeFile } from './claims.ts'
import { openMailbox } from './mailbox.ts'
import { messageNames } from './read-box.ts'

const now = new Date('2026-02-13T12:00:00Z')
const options = { time: now, leaks: noLeaks }

let startWorker: StartWorker
beforeAll(async () => {
  startWorker = await bundleMailWorker()
})

async function linesOf(child: ChildProcess): Promise<string[]> {
  let text = ''
  child.stdout?.on('data', (chunk) => {
    text += chunk
  })
  const [code, signal] = await once(child, 'close')
  if (signal === null && code !== 0) throw new Error(`a worker ended with ${code}: ${child.stderr?.read()}`)
  return text.split('\n').filter((line) => line !== '')
}

async function fill(root: string, count: number): Promise<void> {
  const mailbox = openMailbox(root)
  for (let pr = 1; pr <= count; pr++) await mailbox.deliver(requestOf(pr), options)
}

function answersIn(root: string): number[] {
  const inbox = join(root, 'agents/claude/inbox')
  return messageNames(inbox)
    .map((name) => Number(/^related_pr: (\d+)$/m.exec(readFileSync(join(inbox, name), 'utf8'))?.[1]))
    .sort((one, other) => one - other)
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

it('lets each of several workers have other requests', async () => {
  const root = newMailbox()
  await fill(root, 16)
  const done = await Promise.all(upTo(4).map(() => linesOf(startWorker(root, 'codex', 'work'))))
  expect(
    done
      .flat()
      .map(Number)
      .sort((one, other) => one - other),
  ).toEqual(upTo(16))
  expect(answersIn(root)).toEqual(upTo(16))
})

it('answers each request once although workers are killed', async () => {
  const root = newMailbox()
  await fill(root, 20)
  for (let kill = 0; kill < 6; kill++) {
    const child = startWorker(root, 'codex', 'work')
    const ended = linesOf(child)
    const timer = setTimeout(() => child.kill('SIGKILL'), 250 + kill * 60)
    await ended
    clearTimeout(timer)
  }
  await Promise.all(upTo(2).map(() => linesOf(startWorker(root, 'codex', 'work'))))
  expect(answersIn(root)).toEqual(upTo(20))
  expect(readdirSync(join(root, 'agents/codex/processed'))).toHaveLength(20)
  expect(readdirSync(join(root, 'agents/codex/inbox')).filter((name) => name.endsWith('.yaml'))).toEqual([])
})

it('gives back what a process had taken that is gone, and not before', async () => {
  const root = newMailbox()
  await fill(root, 1)
  const mailbox = openMailbox(root)
  const holder = startWorker(root, 'codex', 'hold')
  const [line] = await once(holder.stdout ?? holder, 'data')
  const file = String(line).trim()
  expect(listClaims(root, 'codex')).toMatchObject([{ file, isLive: true, holder: { pid: holder.pid } }])
  expect(await mailbox.claim('codex', now)).toMatchObject({ claim: null, givenBack: [] })
  holder.kill('SIGKILL')
  await once(holder, 'close')
  expect(await mailbox.claim('codex', now)).toMatchObject({ claim: { file }, givenBack: [file] })
  expect(readdirSync(join(root, 'agents/codex/claims'))).toHaveLength(2)
})

it.each([
  ['on another machine', { host: 'elsewhere' }, null],
  ['that is not known', 'nothing', 'given'],
  ['that has died', { pid: 99_999_999 }, 'given'],
])('of a holder %s', async (_, values, expected) => {
  const root = newMailbox()
  await fill(root, 1)
  const [file = ''] = readdirSync(join(root, 'agents/codex/inbox'))
  const claimed = takeFile(root, 'codex', file)
  const path = claimed === null ? '' : claimedPath(root, claimed).replace(file, 'json')
  const holder = typeof values === 'string' ? values : { ...JSON.parse(readFileSync(path, 'utf8')), ...values }
  writeFileSync(path, JSON.stringify(holder))
  const { givenBack } = await openMailbox(root).claim('codex', now)
  expect(givenBack).toEqual(expected === null ? [] : [file])
})

it('sends the same request once, however many ask at the same moment', async () => {
  const root = newMailbox()
  const answers = await Promise.all(upTo(6).map(() => linesOf(startWorker(root, 'claude', 'send'))))
  expect(answers.flat().sort()).toEqual([...Array(5).fill('already_sent'), 'sent'])
  expect(readdirSync(join(root, 'agents/codex/inbox'))).toHaveLength(1)
})
