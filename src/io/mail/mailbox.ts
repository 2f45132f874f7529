import { realpathSync } from 'node:fs'
import { basename } from 'node:path'
import type { Header } from '../../core/mail/peek.ts'
import type { FileContent } from '../files.ts'
import { type ClaimResult, claimMessage } from './claim-message.ts'
import { type ClaimedFile, endClaim } from './claims.ts'
import { type Delivery, deliver, type Outgoing, type SendOptions } from './deliver.ts'
import { agentNames, type Box, boxFolder, checkMailbox } from './layout.ts'
import { type Listing, listInbox } from './list-inbox.ts'
import { type Opened, openFile } from './open-file.ts'
import { findingsFiles, readPacketFile, writePacketFile } from './packets.ts'
import { createBoxReader, type MailFile } from './read-box.ts'
import { type Sent, sentAbout } from './sent.ts'
import { noSigning, type Signing } from './signing.ts'

/**
 * A folder that agents share. Who works on a message does it in this order: claim it, deliver the answer, finish it. Where that
 * is cut off the claim is given back, and whoever takes it next sees the answer that was delivered already.
 */
export interface Mailbox {
  /** Without links on the way to it. */
  readonly root: string
  readonly agents: () => readonly string[]
  /** The inbox in the order of work. Changes nothing. */
  readonly list: (agent: string, now: Date) => Listing
  /** The files of a box, with what stands on them. */
  readonly files: (agent: string, box: Box) => readonly MailFile[]
  /** The whole message in a file, and whether it is signed. */
  readonly open: (agent: string, box: Box, file: string) => Opened
  /** Takes the first message that is wanted: nobody else gets it until it is released, or this process has died. */
  readonly claim: (agent: string, now: Date, isWanted?: (header: Header) => boolean) => Promise<ClaimResult>
  /** Back into the inbox. False: it was not ours any more. */
  readonly release: (claim: ClaimedFile) => boolean
  /** To the processed ones, when its answer is delivered. False: it was not ours any more. */
  readonly finish: (claim: ClaimedFile) => boolean
  /** To all recipients and the own outbox; what was sent before is not sent again. */
  readonly deliver: (outgoing: Outgoing, options: SendOptions) => Promise<Delivery>
  /** What an agent sent about a pull request. */
  readonly sentAbout: (agent: string, pr: number | null) => readonly Sent[]
  /** By the path that messages name: 'packets/findings/….yaml'. */
  readonly readPacket: (path: string) => FileContent
  /** The files in packets/findings. */
  readonly findings: () => readonly string[]
  readonly writePacket: (path: string, text: string) => 'written' | 'taken'
}

/** A LoopError where there is no mailbox. */
export function openMailbox(path: string, signing: Signing = noSigning): Mailbox {
  checkMailbox(path)
  const root = realpathSync(path)
  const read = createBoxReader()
  const reading = { read, signing }
  const files = (agent: string, box: Box) => read(boxFolder(root, agent, box))
  return {
    root,
    agents: () => agentNames(root),
    list: (agent, now) => listInbox(files(agent, 'inbox'), now),
    files,
    open: (agent, box, file) => {
      const check = box === 'outbox' ? signing.checkSent : signing.check
      return openFile(boxFolder(root, agent, box), basename(file), check)
    },
    claim: (agent, now, isWanted = () => true) => claimMessage(root, { agent, now, isWanted }, reading),
    release: (claim) => endClaim(root, claim, 'inbox'),
    finish: (claim) => endClaim(root, claim, 'processed'),
    deliver: (outgoing, options) => deliver(root, outgoing, options, reading),
    sentAbout: (agent, pr) => sentAbout(root, agent, pr, reading),
    readPacket: (packet) => readPacketFile(root, packet),
    findings: () => findingsFiles(root),
    writePacket: (packet, text) => writePacketFile(root, packet, text),
  }
}
