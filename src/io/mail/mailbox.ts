import { realpathSync } from 'node:fs'
import { basename } from 'node:path'
import type { Header } from '../../core/mail/peek.ts'
import { claimMessage } from './claim-message.ts'
import { type ClaimedFile, endClaim } from './claims.ts'
import { deliver, type Outgoing, type SendOptions } from './deliver.ts'
import { agentNames, type Box, boxFolder, checkMailbox } from './layout.ts'
import { listInbox } from './list-inbox.ts'
import { openFile } from './open-file.ts'
import { findingsFiles, readPacketFile, writePacketFile } from './packets.ts'
import { createBoxReader } from './read-box.ts'
import { sentAbout } from './sent.ts'
import { noSigning, type Signing } from './signing.ts'

export type Mailbox = ReturnType<typeof openMailbox>

/**
 * A folder that agents share; a LoopError where there is none. Who works on a message does it in this order: claim it, deliver
 * the answer, finish it. Where that is cut off the claim is given back, and whoever takes it next sees the answer that was
 * delivered already.
 */
export function openMailbox(path: string, signing: Signing = noSigning) {
  checkMailbox(path)
  const root = realpathSync(path)
  const read = createBoxReader()
  const reading = { read, signing }
  /** The files of a box, with what stands on them. */
  const files = (agent: string, box: Box) => read(boxFolder(root, agent, box))
  return {
    /** Without links on the way to it. */
    root,
    agents: () => agentNames(root),
    /** The inbox in the order of work. Changes nothing. */
    list: (agent: string, now: Date) => listInbox(files(agent, 'inbox'), now),
    files,
    /** The whole message in a file, and whether it is signed. */
    open: (agent: string, box: Box, file: string) => {
      const check = box === 'outbox' ? signing.checkSent : signing.check
      return openFile(boxFolder(root, agent, box), basename(file), check)
    },
    /** Takes the first message that is wanted: nobody else gets it until it is released, or this process has died. */
    claim: (agent: string, now: Date, isWanted: (header: Header) => boolean = () => true) =>
      claimMessage(root, { agent, now, isWanted }, reading),
    /** Back into the inbox. False: it was not ours any more. */
    release: (claim: ClaimedFile) => endClaim(root, claim, 'inbox'),
    /** To the processed ones, when its answer is delivered. False: it was not ours any more. */
    finish: (claim: ClaimedFile) => endClaim(root, claim, 'processed'),
    /** To all recipients and the own outbox; what was sent before is not sent again. */
    deliver: (outgoing: Outgoing, options: SendOptions) => deliver(root, outgoing, options, reading),
    /** What an agent sent about a pull request. */
    sentAbout: (agent: string, pr: number | null) => sentAbout(root, agent, pr, reading),
    /** By the path that messages name: 'packets/findings/….yaml'. */
    readPacket: (packet: string) => readPacketFile(root, packet),
    /** The files in packets/findings. */
    findings: () => findingsFiles(root),
    writePacket: (packet: string, text: string) => writePacketFile(root, packet, text),
  }
}
