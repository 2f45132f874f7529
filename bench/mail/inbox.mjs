// Ten thousand messages in one inbox: how long until the first of them is known and taken.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadSource } from '../measure.mjs'
import { fillInbox, makeFolders } from './requests.mjs'

const count = 10_000

export async function benchInbox() {
  const { openMailbox } = await loadSource('src/io/mail/mailbox.ts')
  const root = mkdtempSync(join(tmpdir(), 'review-loop-mail-'))
  try {
    makeFolders(root)
    fillInbox(root, count)
    const times = { files: [], list: [], claim: [], both: [] }
    for (let run = 0; run < 3; run++) {
      times.files.push(await timed(() => readFiles(join(root, 'agents/codex/inbox'))))
      // Opened anew each time: nothing is remembered from before.
      times.list.push(await timed((mailbox) => mailbox.list('codex', new Date())))
      times.claim.push(await timed(takeAndRelease))
      times.both.push(
        await timed(async (mailbox) => {
          mailbox.list('codex', new Date())
          await takeAndRelease(mailbox)
        }),
      )
    }
    const [files, list, claim, both] = Object.values(times).map((all) => Math.min(...all))
    return [
      { name: `list ${count} messages`, value: list, unit: 'ms', target: '' },
      { name: 'claim the first of them', value: claim, unit: 'ms', target: '' },
      { name: 'list them, then claim the first', value: both, unit: 'ms', target: '≤ 1000' },
      { name: 'the same / reading all files', value: both / files, unit: '×', target: '' },
    ]

    async function timed(action) {
      const start = performance.now()
      await action(openMailbox(root))
      return performance.now() - start
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

async function takeAndRelease(mailbox) {
  const { claim } = await mailbox.claim('codex', new Date())
  mailbox.release(claim)
}

function readFiles(folder) {
  for (const name of readdirSync(folder)) readFileSync(join(folder, name), 'utf8')
}
