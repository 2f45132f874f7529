import type { DocumentProblem } from '../../core/loop/parse-findings.ts'
import type { PacketGate } from '../../core/mail/packet-gate.ts'
import { shellWord } from '../../core/values/shell-word.ts'
import { visible, visibleLine } from '../visible.ts'

interface Problem {
  /** Null: it is about the file as a whole. */
  readonly line: number | null
  readonly text: string
}

/** `OK: path`, or `ERROR: path:line: problem` for each problem. */
export function validationText(
  files: readonly { readonly path: string; readonly problems: readonly DocumentProblem[] }[],
): string {
  return files
    .flatMap(({ path, problems }) => {
      const name = visibleLine(path)
      if (problems.length === 0) return [`OK: ${name}\n`]
      return problems.map(({ line, text }) => `ERROR: ${name}:${line}: ${visibleLine(text)}\n`)
    })
    .join('')
}

type Delivery =
  | {
      readonly status: 'sent' | 'already_sent'
      readonly file: string
      readonly message: { readonly id: string; readonly to: readonly string[] }
    }
  | { readonly status: 'refused'; readonly problems: readonly Problem[] }

export function deliveryText(delivery: Delivery): string {
  if (delivery.status === 'refused') {
    const lines = delivery.problems.map(
      ({ line, text }) => `  ${line === null ? '' : `line ${line}: `}${visibleLine(text)}`,
    )
    return `${['Nothing was sent: the message is not valid.', ...lines].join('\n')}\n`
  }
  const { status, message, file } = delivery
  const to = message.to.join(', ')
  if (status === 'sent') return `Sent ${message.id} to ${to}: ${file}\n`
  return `Sent before, as ${message.id} to ${to}: ${file}. Nothing was sent now; --again sends it all the same.\n`
}

interface AddressedMessages {
  readonly addressed: { readonly id: string; readonly to: readonly string[] }
  readonly request: { readonly id: string } | null
}

export function addressedText(
  feedback: { readonly subject: string },
  { addressed, request }: AddressedMessages,
): string {
  const to = addressed.to.join(', ')
  const lines = [
    `Answered "${visibleLine(feedback.subject)}": told ${to} what was done, ${addressed.id}`,
    request === null ? 'No further round was asked for.' : `Asked ${to} for the next round, ${request.id}`,
  ]
  return `${lines.join('\n')}\n`
}

export function gateText({ packet, result, reasons, notices }: PacketGate & { readonly packet: string }): string {
  const name = visibleLine(packet)
  const heads = { pass: 'passes the gate.', blocked: 'does not pass the gate:', unreadable: 'cannot be judged:' }
  const below = [...reasons, ...notices.map((notice) => `Note: ${notice}`)].map((line) => `  ${visibleLine(line)}`)
  return `${[`${name} ${heads[result]}`, ...below].join('\n')}\n`
}

interface Shown {
  readonly agent: string
  readonly box: string
  readonly file: string
  readonly text: string | null
  readonly problems: readonly Problem[]
  readonly signature: string
}

export function messageText({ agent, box, file, text, problems, signature }: Shown): string {
  const lines = [
    `agents/${agent}/${box}/${visibleLine(file)}`,
    ...(signature === 'unchecked' ? [] : [`signature: ${signature.replaceAll('_', ' ')}`]),
    ...problems.map(({ line, text: problem }) => `line ${line}: ${visibleLine(problem)}`),
  ]
  return `${lines.join('\n')}\n\n${visible(text ?? '')}`
}

interface Made {
  readonly mailbox: string
  readonly agents: readonly string[]
  readonly added: readonly string[]
  readonly keys: readonly { readonly agent: string; readonly kid: string }[]
}

/** `place`: what other commands have to be told to find it again; null: nothing. */
export function initText({ mailbox, agents, added, keys }: Made, place: string | null): string {
  const lines = [
    `${mailbox}: ${agents.join(', ')}${added.length === agents.length ? '' : ` (new: ${added.join(', ') || 'nobody'})`}`,
    ...keys.map(({ agent, kid }) => `${agent} signs with ${kid}`),
    ...(keys.length > 0 ? ['Signatures count when the configuration says so: mail: { signing: require }'] : []),
    `Next: review-loop mail list --as ${agents[0]}${place === null ? '' : ` --mailbox ${shellWord(place)}`}`,
  ]
  return `${lines.join('\n')}\n`
}

export function keyText({ agent, kid, file }: { agent: string; kid: string; file: string }): string {
  return `${agent} signs with ${kid}\nThe private key is ${file}: it stays on this machine.\nWhere others read its messages: review-loop mail trust ${agent}\n`
}

interface Trusted {
  readonly agent: string
  readonly keys: readonly string[]
  readonly added: readonly string[]
  readonly file: string
}

export function trustText({ agent, keys, added, file }: Trusted): string {
  const lines = keys.map((kid) => `${agent}  ${kid}  ${added.includes(kid) ? 'trusted from now on' : 'known before'}`)
  return `${[...lines, `Written to ${file}; compare with what keygen said where ${agent} works.`].join('\n')}\n`
}
