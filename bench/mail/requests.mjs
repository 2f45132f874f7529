// A mailbox of claude and codex, and messages as their senders would have written them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const priorities = ['P0', 'P1', 'P2', 'P3']

export function makeFolders(root) {
  for (const agent of ['claude', 'codex']) {
    for (const box of ['inbox', 'outbox']) mkdirSync(join(root, 'agents', agent, box), { recursive: true })
  }
}

/** So many requests in the inbox of codex, each about a pull request of its own. */
export function fillInbox(root, count) {
  const inbox = join(root, 'agents', 'codex', 'inbox')
  for (let number = 1; number <= count; number++) writeFileSync(join(inbox, nameOf(number)), requestOf(number))
}

export const idOf = (number) => `msg-${stampOf(number)}-claude-${randomOf(number)}`

function nameOf(number) {
  return `${stampOf(number)}_claude_review_request_${randomOf(number)}.yaml`
}

function stampOf(number) {
  return timeOf(number).toISOString().slice(0, 19).replace(/\D/g, '')
}

const timeOf = (number) => new Date(Date.UTC(2026, 1, 13) + ((number * 7919) % 100_000) * 1000)
const randomOf = (number) => number.toString(16).padStart(4, '0')

function requestOf(number) {
  return `id: ${idOf(number)}
from: claude
to: codex
type: review_request
priority: ${priorities[number % 4]}
created_at_utc: ${timeOf(number).toISOString().slice(0, 19)}Z
related_pr: ${number}
subject: "Review: change ${number} (#${number})"
body: |
  pr: ${number}
  branch: claude/change-${number}
  diff_summary: |
    Takes the lock before the file is read, and releases it
    in all cases: also when the download fails.
  review_round: 1
`
}
