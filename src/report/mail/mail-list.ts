import type { Header } from '../../core/mail/peek.ts'
import { columns } from '../sessions/session-words.ts'
import { visibleLine } from '../visible.ts'

export interface ListedBox {
  readonly agent: string
  readonly box: string
  readonly messages: readonly ListedMessage[]
  readonly unreadable: readonly { readonly file: string; readonly reason: string }[]
}

export type ListedMessage = Header & {
  readonly file: string
  readonly isExpired: boolean
  readonly signature: string
  readonly claim: {
    readonly holder: { readonly pid: number; readonly host: string } | null
    readonly isLive: boolean
  } | null
}

export function mailList(listed: readonly ListedBox[], now: Date): string {
  return listed.map((box) => boxText(box, now, listed.length > 1)).join('\n')
}

/** One line for a message that came in. */
export function arrivalLine({ header }: { readonly header: Header }): string {
  return `${header.priority}  ${header.from}  ${header.type}  ${visibleLine(header.subject)}  (${header.id})\n`
}

function boxText({ agent, box, messages, unreadable }: ListedBox, now: Date, isNamed: boolean): string {
  const title = isNamed ? [`${agent}/${box}`] : []
  if (messages.length + unreadable.length === 0) return `${[...title, `Nothing is in ${agent}/${box}.`].join('\n')}\n`
  const isSigned = messages.some(({ signature }) => signature !== 'unchecked')
  const head = ['#', 'from', 'to', 'type', 'priority', 'subject', 'age', ...(isSigned ? ['signature'] : []), 'id']
  const rows = messages.map((message, index) => [`${index + 1}`, ...row(message, now, isSigned)])
  const problems = unreadable.map(({ file, reason }) => `unreadable: ${visibleLine(file)}: ${visibleLine(reason)}`)
  return `${[...title, ...(rows.length > 0 ? columns([head, ...rows]) : []), ...problems].join('\n')}\n`
}

function row(message: ListedMessage, now: Date, isSigned: boolean): readonly string[] {
  const { from, to, type, priority, subject, created_at_utc: created, isExpired, signature, id, claim } = message
  return [
    from,
    to.join(', '),
    type,
    priority,
    visibleLine(subject),
    isExpired ? 'expired' : age(now.getTime() - Date.parse(created)),
    ...(isSigned ? [signature.replaceAll('_', ' ')] : []),
    `${id}${claim === null ? '' : claimText(claim)}`,
  ]
}

function claimText({ holder, isLive }: NonNullable<ListedMessage['claim']>): string {
  if (holder === null || !isLive) return ' (whoever took it is gone)'
  return ` (process ${holder.pid} on ${visibleLine(holder.host)})`
}

/** '5m', '3h', '12d' */
function age(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000))
  if (minutes < 60) return `${minutes}m`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)}h` : `${Math.floor(minutes / (24 * 60))}d`
}
