import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Outgoing } from '../../src/io/mail/deliver.ts'
import { makeMailbox } from '../../src/io/mail/layout.ts'
import { temporaryFolder } from './repository.ts'

const source = fileURLToPath(new URL('../../src/io/mail/mailbox.ts', import.meta.url))
const program = fileURLToPath(new URL('../bin/mail-worker.mjs', import.meta.url))

/** Starts `test/bin/mail-worker.mjs`, which says what it can do. */
export type StartWorker = (root: string, agent: string, task: string) => ChildProcess

export async function bundleMailWorker(): Promise<StartWorker> {
  const bundle = join(temporaryFolder(), 'mailbox.mjs')
  const banner = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"
  await build({
    entryPoints: [source],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: banner },
  })
  return (root, agent, task) => spawn(process.execPath, [program, bundle, root, agent, task])
}

/** A mailbox of claude, codex and gemini. */
export function newMailbox(): string {
  const root = join(temporaryFolder(), 'mail')
  mkdirSync(root)
  makeMailbox(root, ['claude', 'codex', 'gemini'])
  return root
}

export const noLeaks = { secrets: [], folders: [] }

export function requestOf(pr: number, round = 1): Outgoing {
  return {
    from: 'claude',
    to: ['codex'],
    type: 'review_request',
    priority: 'P1',
    related_pr: pr,
    subject: `Review: #${pr}`,
    content: { pr, branch: 'claude/lock', diff_summary: 'Releases the lock', review_round: round },
  }
}

export function feedbackOn(pr: number, parent: string): Outgoing {
  return {
    from: 'codex',
    to: ['claude'],
    type: 'review_feedback',
    priority: 'P1',
    related_pr: pr,
    parent_message_id: parent,
    subject: `Review feedback: #${pr}`,
    content: { findings_packet: 'packets/findings/20260213_lock_codex_r1.yaml', round: 1, blocking_count: 1 },
  }
}
