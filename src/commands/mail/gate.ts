import { resolve } from 'node:path'
import { parsePacket } from '../../core/mail/packet.ts'
import { gatePacket, type PacketGate } from '../../core/mail/packet-gate.ts'
import { type ExitCode, exitCodes, LoopError } from '../../errors.ts'
import { readForeign } from '../../io/files.ts'
import { jsonText } from '../../report/json-text.ts'
import { gateText } from '../../report/mail/mail.ts'
import { type Command, folderOf } from '../command.ts'
import { mailOptions } from './mail-world.ts'

export const gate: Command = {
  name: 'mail gate',
  summary: 'Says whether a findings packet passes the quality gate.',
  words: 'PACKET',
  description: [
    'It passes when no blocking finding is open (P0 and P1 always block, a P2 that says so), and validation commands are recorded that all passed.',
    'Exit codes: 0 it passes · 1 it does not · 3 it cannot be read, or is empty.',
  ],
  options: { format: mailOptions.format, cwd: mailOptions.cwd, help: mailOptions.help },
  examples: [['review-loop mail gate .review-loop/mail/packets/findings/20260213_topic_codex_r1.yaml', 'in a script']],
  run: async (args, context) => {
    const [packet, ...more] = args.words
    if (packet === undefined || more.length > 0) {
      throw new LoopError('usage', { problem: 'name one packet', command: 'mail gate' })
    }
    const result = { packet, ...gateOf(resolve(folderOf(args, context), packet)) }
    context.stdout.write(args.value('format') === 'json' ? jsonText(result) : gateText(result))
    return codes[result.result]
  },
}

const codes: Record<PacketGate['result'], ExitCode> = {
  pass: exitCodes.passed,
  blocked: exitCodes.blocked,
  unreadable: exitCodes.inconclusive,
}

function gateOf(path: string): PacketGate {
  const content = readForeign(path, 8_000_000)
  if ('problem' in content) {
    return { result: 'unreadable', reasons: [`It cannot be read: ${content.problem}.`], notices: [] }
  }
  return gatePacket(parsePacket(content.text))
}
