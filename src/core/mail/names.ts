import type { MessageType } from './bodies.ts'
import type { Message } from './message.ts'
import { timeDigits } from './time.ts'

// Names that are made, never parsed: who looks for a message reads its fields.

export interface Stamp {
  readonly time: Date
  readonly from: string
  /** Four hexadecimal characters. */
  readonly random: string
}

/** 'msg-20260213100000-claude-1a2b' */
export function newMessageId({ time, from, random }: Stamp): string {
  return `msg-${timeDigits(time)}-${from}-${random}`
}

/** '20260213100000_claude_review_request_1a2b.yaml': the same in the inbox and in the outbox. */
export function messageFileName({ time, from, random }: Stamp, type: MessageType, suffix = ''): string {
  const ending = suffix === '' ? '' : `_${suffix.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 64)}`
  return `${timeDigits(time)}_${from}_${type}_${random}${ending}.yaml`
}

/** 'conv-20260213-claude-1' */
export function newConversationId(time: Date, agent: string, number: number): string {
  return `conv-${timeDigits(time).slice(0, 8)}-${agent}-${number}`
}

export interface Thread {
  readonly conversation_id?: string
  readonly parent_message_id: string
}

/** What an answer takes over from what it answers. */
export function threadOf({ id, conversation_id }: Pick<Message, 'id' | 'conversation_id'>): Thread {
  return { ...(conversation_id === undefined ? {} : { conversation_id }), parent_message_id: id }
}

export interface PacketName {
  readonly time: Date
  readonly topic: string
  readonly owner: string
  readonly round: number
}

/** '20260213_review_loop_codex_r1' */
export function packetId({ time, topic, owner, round }: PacketName): string {
  return `${timeDigits(time).slice(0, 8)}_${wordsOf(topic).slice(0, 100) || 'review'}_${owner}_r${round}`
}

/** What the packet of an answer is about; `copy`: one of the same name was there before. */
export function packetTopic(pr: number, author: string, branch: string, copy = 1): string {
  return `${copy === 1 ? '' : `${copy} `}pr${pr} ${author} ${branch}`
}

/** Whether a packet is of an answer to this author on this pull request, by its name: nothing in it says so. */
export function isPacketFor(file: string, pr: number, author: string, owner: string): boolean {
  const [, about = ''] = /^\d{8}_(?:\d+_)?(.*)_r\d+\.yaml$/.exec(file) ?? []
  return about.startsWith(`${wordsOf(packetTopic(pr, author, ''))}_`) && about.endsWith(`_${owner}`)
}

function wordsOf(topic: string): string {
  return topic.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_+|_+$/g, '')
}

/** Relative to the mailbox. */
export function findingsPath(id: string): string {
  return `packets/findings/${id}.yaml`
}

/** 'packets/handoff/20260213T100000Z_claude_to_codex.yaml' */
export function handoffPath(time: Date, from: string, to: string): string {
  const digits = timeDigits(time)
  return `packets/handoff/${digits.slice(0, 8)}T${digits.slice(8)}Z_${from}_to_${to}.yaml`
}
