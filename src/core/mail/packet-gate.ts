import type { Nit } from './bodies.ts'
import type { Parsed } from './document.ts'
import { isBlockingFinding, isResolved, type Packet, type PacketFinding, wholeChange } from './packet.ts'

export interface PacketGate {
  readonly result: 'pass' | 'blocked' | 'unreadable'
  /** One sentence each; empty only for `pass`. */
  readonly reasons: readonly string[]
  /** What a person should know besides, one sentence each. */
  readonly notices: readonly string[]
}

/**
 * The quality gate. What cannot be read never passes, nor does what nobody checked. `nits`: those of the approval that is to
 * be sent; without them the gate does not ask whether the rest is tracked.
 */
export function gatePacket(parsed: Parsed<Packet>, nits?: readonly Nit[]): PacketGate {
  if ('problems' in parsed) {
    const reasons = parsed.problems.map(({ line, text }) => `line ${line}: ${text}`)
    return { result: 'unreadable', reasons, notices: [] }
  }
  const packet = parsed.value
  const reasons = [
    ...packet.findings.filter((finding) => isBlockingFinding(finding) && !isResolved(finding)).map(blockingReason),
    ...validationReasons(packet),
    ...(packet.summary?.verdict === 'fail' ? ['The verdict of the reviewer is fail.'] : []),
    ...(nits === undefined ? [] : untracked(packet, nits).map(untrackedReason)),
  ]
  return { result: reasons.length === 0 ? 'pass' : 'blocked', reasons, notices: noticesOf(packet) }
}

/** What the packet says that does not count. */
function noticesOf({ findings }: Packet): readonly string[] {
  return findings
    .filter((finding) => finding.blocking && !isBlockingFinding(finding) && !isResolved(finding))
    .map(
      ({ id, severity }) => `${id} says that it blocks, but a ${severity} never blocks: it does not count as blocking.`,
    )
}

/** What an approval has to carry on: every open finding that does not block. */
export function openNits({ findings }: Packet): readonly PacketFinding[] {
  return findings.filter((finding) => !isResolved(finding) && !isBlockingFinding(finding))
}

/** Open findings that none of the nits comes from. A nit comes from one: its source may also be a path, then its name tells. */
export function untracked(packet: Packet, nits: readonly Nit[]): readonly PacketFinding[] {
  const open = openNits(packet)
  const isFinding = (name: string | undefined) => open.some(({ id }) => id === name)
  const sources = new Set(nits.map(({ source, nit_id }) => (isFinding(source) ? source : nit_id)))
  return open.filter(({ id }) => !sources.has(id))
}

function blockingReason({ id, severity, status, file, line }: PacketFinding): string {
  const place = file === wholeChange ? 'the change as a whole' : `${file}${line === undefined ? '' : `:${line}`}`
  return `${id} (${severity}, ${status}) blocks: ${place}.`
}

function untrackedReason({ id, severity }: PacketFinding): string {
  return `${id} (${severity}) is open and in none of the nits.`
}

function validationReasons({ qa_validation: validation }: Packet): readonly string[] {
  const commands = validation?.commands_run ?? []
  if (commands.length === 0) return ['No validation command is recorded.']
  return commands
    .filter(({ result }) => result !== 'pass')
    .map(({ command, result }) => `The validation command \`${command}\` ended with ${result}.`)
}
