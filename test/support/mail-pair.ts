import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Message, parseMessage } from '../../src/core/mail/message.ts'
import { type Packet, parsePacket } from '../../src/core/mail/packet.ts'
import type { Outgoing } from '../../src/io/mail/deliver.ts'
import { makeMailbox } from '../../src/io/mail/layout.ts'
import { type Mailbox, openMailbox } from '../../src/io/mail/mailbox.ts'
import { type ProgramOptions, type ProgramResult, reviewLoop } from './program.ts'
import { createRepository, type Files, openedRepository, type TestRepository, temporaryFolder } from './repository.ts'

type Request = Extract<Outgoing, { type: 'review_request'; content: unknown }>

/** An author and a reviewer with a clone each, the remote between them, and the mailbox of claude and codex. */
export interface MailPair {
  readonly author: TestRepository
  readonly reviewer: TestRepository
  readonly box: string
  readonly mailbox: Mailbox
  /** Commits on `topic` in the author's clone and pushes it. */
  readonly push: (files: Files) => string
  /** A request of claude to codex; gives its id. */
  readonly ask: (content?: Partial<Request['content']>, envelope?: Partial<Request>) => Promise<string>
  readonly send: (message: Outgoing) => Promise<string>
  /** `mail <words> --as codex` in the reviewer's clone. */
  readonly mail: (words: readonly string[], options?: ProgramOptions) => Promise<ProgramResult>
  /** What an agent has in a box, the oldest first. */
  readonly messages: (agent: string, box: string) => readonly Message[]
  readonly packet: (path: string) => Packet
}

export function mailPair(base: Files = { 'calc.js': 'export const zero = 0\n' }): MailPair {
  const author = createRepository(base)
  const folder = temporaryFolder()
  const [remote, clone, box] = ['remote.git', 'clone', 'box'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  author.git('clone', '-q', '--bare', author.path, remote)
  author.git('--git-dir', remote, 'symbolic-ref', 'HEAD', 'refs/heads/main')
  author.git('remote', 'add', 'origin', remote)
  author.git('clone', '-q', remote, clone)
  mkdirSync(box)
  makeMailbox(box, ['claude', 'codex'])
  const mailbox = openMailbox(box)
  const send = async (message: Outgoing) => {
    const delivery = await mailbox.deliver(message, { time: new Date(), leaks: { secrets: [], folders: [] } })
    if (delivery.status !== 'sent') throw new Error(JSON.stringify(delivery))
    return delivery.message.id
  }
  return {
    author,
    reviewer: openedRepository(clone),
    box,
    mailbox,
    push: (files) => {
      const commit = author.commit('Work', files)
      author.git('push', '-q', 'origin', 'topic')
      return commit
    },
    ask: (content = {}, envelope = {}) => {
      const body = { pr: 86, branch: 'topic', diff_summary: 'Adds a function', ...content }
      return send({ ...requestEnvelope, related_pr: body.pr, content: body, ...envelope })
    },
    send,
    mail: ([command = '', ...words], options) =>
      reviewLoop(clone, ['mail', command, '--as', 'codex', '--mailbox', box, ...words], options),
    messages: (agent, name) => {
      const path = join(box, 'agents', agent, name)
      // Not by their names: those count whole seconds.
      const writtenAt = (file: string) => statSync(join(path, file)).mtimeMs
      return readdirSync(path)
        .filter((file) => file.endsWith('.yaml'))
        .sort((one, other) => writtenAt(one) - writtenAt(other))
        .map((file) => value(parseMessage(readFileSync(join(path, file), 'utf8'))))
    },
    packet: (path) => value(parsePacket(readFileSync(join(box, path), 'utf8'))),
  }
}

const requestEnvelope = {
  from: 'claude',
  to: ['codex'],
  type: 'review_request',
  priority: 'P1',
  subject: 'Review: a function',
} as const

function value<T>(parsed: { readonly value: T } | { readonly problems: unknown }): T {
  if ('value' in parsed) return parsed.value
  throw new Error(JSON.stringify(parsed.problems))
}

/** Ends a program the hard way as soon as it renames a file to a path like this. */
export function killedAtRename(path: RegExp): ProgramOptions {
  const code = `import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const rename = fs.renameSync
fs.renameSync = (from, to) => { if (${path}.test(to)) process.kill(process.pid, 'SIGKILL'); rename(from, to) }
syncBuiltinESMExports()`
  return { env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` } }
}
