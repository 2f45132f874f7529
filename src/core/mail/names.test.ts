import { expect, it } from 'vitest'
import { note } from '../../../test/support/mail.ts'
import { parseMessage } from './message.ts'
import {
  findingsPath,
  handoffPath,
  isPacketFor,
  messageFileName,
  newConversationId,
  newMessageId,
  packetId,
  packetTopic,
  threadOf,
} from './names.ts'

const time = new Date('2026-02-13T10:00:05.900Z')
const stamp = { time, from: 'claude', random: '1a2b' }

it('makes the names that the protocol has', () => {
  expect(newMessageId(stamp)).toBe('msg-20260213100005-claude-1a2b')
  expect(messageFileName(stamp, 'review_request')).toBe('20260213100005_claude_review_request_1a2b.yaml')
  expect(messageFileName(stamp, 'question', 'pr 86/x')).toBe('20260213100005_claude_question_1a2b_pr-86-x.yaml')
  expect(newConversationId(time, 'claude', 1)).toBe('conv-20260213-claude-1')
  expect(packetId({ time, topic: 'fix/the lock!', owner: 'codex', round: 2 })).toBe('20260213_fix_the_lock_codex_r2')
  expect(packetId({ time, topic: '…', owner: 'codex', round: 1 })).toBe('20260213_review_codex_r1')
  expect(findingsPath('20260213_x_codex_r1')).toBe('packets/findings/20260213_x_codex_r1.yaml')
  expect(handoffPath(time, 'claude', 'codex')).toBe('packets/handoff/20260213T100005Z_claude_to_codex.yaml')
})

it.each([
  ['is one', '20260213_pr86_claude_lock_codex_r1.yaml', true],
  ['is a copy', '20260213_2_pr86_claude_lock_codex_r12.yaml', true],
  ['is of somebody else', '20260213_pr86_claude_lock_gemini_r1.yaml', false],
  ['is for somebody else', '20260213_pr86_gemini_lock_codex_r1.yaml', false],
  ['is on another pull request', '20260213_pr867_claude_lock_codex_r1.yaml', false],
  ['is no packet', '20260213_pr86_claude_lock_codex_r1.yaml.1.tmp', false],
])('knows a packet by its name: it %s', (_, file, isOne) => {
  expect(isPacketFor(file, 86, 'claude', 'codex')).toBe(isOne)
})

it('makes names of packets that it knows again', () => {
  const topic = packetTopic(86, 'cl-au.de', 'fix/lock', 2)
  const file = `${packetId({ time, topic, owner: 'co-dex', round: 2 })}.yaml`
  expect(file).toBe('20260213_2_pr86_cl_au_de_fix_lock_co-dex_r2.yaml')
  expect(isPacketFor(file, 86, 'cl-au.de', 'co-dex')).toBe(true)
})

it('makes ids that messages may have', () => {
  const text = note
    .replace(/^id: .*/, `id: ${newMessageId(stamp)}`)
    .replace(/conv-\S+/, newConversationId(time, 'a-b', 12))
  expect(parseMessage(text)).toHaveProperty('value')
})

it('keeps an answer in the conversation of what it answers', () => {
  const id = 'msg-20260213100005-claude-1a2b'
  expect(threadOf({ id })).toEqual({ parent_message_id: id })
  expect(threadOf({ id, conversation_id: 'conv-20260213-claude-1' })).toEqual({
    conversation_id: 'conv-20260213-claude-1',
    parent_message_id: id,
  })
})
