import { basename, dirname } from 'node:path'
import type { Message } from '../../core/mail/message.ts'
import type { Header } from '../../core/mail/peek.ts'
import { namesIn, removeAbandoned } from '../files.ts'
import { type ClaimedFile, claimedPath, endClaim, giveBackDead, takeFile } from './claims.ts'
import { type DeadLetter, isDeadLetter, keepEvidence } from './dead-letters.ts'
import { finishSending } from './deliver.ts'
import { abandonedMs, boxFolder } from './layout.ts'
import { listInbox } from './list-inbox.ts'
import { type Opened, openFile } from './open-file.ts'
import { readMailFile } from './read-box.ts'
import { findAnswer, type Reading, type Sent } from './sent.ts'
import type { SignatureStatus, Signing } from './signing.ts'

export interface Claim extends ClaimedFile {
  readonly message: Message
  readonly signature: SignatureStatus
  /** What was answered before a crash: it only has to be finished. */
  readonly answer: Sent | null
}

export interface ClaimResult {
  /** Null: there is nothing to do. */
  readonly claim: Claim | null
  /** What was found not to be acceptable: a copy is among the dead letters now, the original stays. */
  readonly rejected: readonly DeadLetter[]
  /** Messages that somebody had taken who died. */
  readonly givenBack: readonly string[]
}

export interface ClaimRequest {
  readonly agent: string
  readonly now: Date
  readonly isWanted: (header: Header) => boolean
}

/** The first message of the inbox that is wanted, not expired and acceptable. */
export async function claimMessage(
  root: string,
  { agent, now, isWanted }: ClaimRequest,
  reading: Reading,
): Promise<ClaimResult> {
  const { read, signing } = reading
  const givenBack = giveBackDead(root, agent)
  await finishSending(root, agent)
  const inbox = boxFolder(root, agent, 'inbox')
  for (const folder of [inbox, boxFolder(root, agent, 'dead_letter')]) removeAbandoned(folder, abandonedMs)
  const { waiting, unreadable } = listInbox(read(inbox), now)
  const refused = new Set(namesIn(boxFolder(root, agent, 'dead_letter')))
  const rejected = unreadable.filter((letter) => reject(root, agent, inbox, letter))
  for (const { file, header, isExpired } of waiting) {
    if (isExpired || !isWanted(header)) continue
    // What was refused before is judged again, since somebody may be trusted by now, but not taken for that.
    const before = refused.has(file) ? judge(openFile(inbox, file, signing.check), agent, signing).problem : null
    if (before !== null) {
      if (reject(root, agent, inbox, { file, reason: before })) rejected.push({ file, reason: before })
      continue
    }
    const claimed = takeFile(root, agent, file)
    if (claimed === null) continue
    const path = claimedPath(root, claimed)
    const { message, problem, signature } = judge(
      openFile(dirname(path), basename(path), signing.check),
      agent,
      signing,
    )
    if (problem === null) {
      return {
        claim: { ...claimed, message, signature, answer: findAnswer(root, agent, message, reading) },
        rejected,
        givenBack,
      }
    }
    const letter = { file, reason: problem }
    if (reject(root, agent, dirname(path), letter, basename(path))) rejected.push(letter)
    endClaim(root, claimed, 'inbox')
  }
  return { claim: null, rejected, givenBack }
}

type Judged =
  | { readonly message: Message; readonly problem: null; readonly signature: SignatureStatus }
  | { readonly message: null; readonly problem: string; readonly signature: SignatureStatus }

function judge({ message, problems, signature }: Opened, agent: string, signing: Signing): Judged {
  const bad = (problem: string) => ({ message: null, problem, signature })
  if (message === null) return bad(problems.map(({ line, text }) => `line ${line}: ${text}`).join('\n'))
  if (!message.to.includes(agent)) return bad(`it is addressed to ${message.to.join(', ')}`)
  if (!signing.accepts(signature)) return bad(`its signature is not accepted: ${signature.replaceAll('_', ' ')}`)
  return { message, problem: null, signature }
}

/** False where that was done before, or where there is nothing to copy. */
function reject(root: string, agent: string, folder: string, letter: DeadLetter, name = letter.file): boolean {
  const content = readMailFile(folder, name)
  if ('problem' in content || isDeadLetter(root, agent, letter.file, content.bytes)) return false
  keepEvidence(root, agent, letter, content.bytes)
  return true
}
