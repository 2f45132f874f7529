import { expect, it } from 'vitest'
import type { LoopAction } from '../../core/loop/decide.ts'
import type { ReviewerStatus } from '../../core/watch/reviewer-status.ts'
import { tooFewText } from './end-message.ts'
import { foundLine, skipText, waitingLine } from './lines.ts'

const reviewer = (name: string, status: ReviewerStatus['status']): ReviewerStatus => ({
  id: name,
  name,
  status,
  hasFindings: false,
  reason: null,
})

it.each<[readonly ReviewerStatus['status'][], string]>([
  [['waiting', 'waiting', 'waiting'], '⏳ No reviews yet (2/6)...'],
  [['ready', 'waiting', 'working'], '⏳ 1/3 reviews ready (Copilot), waiting for others...'],
  [['ready', 'ready', 'waiting'], '⏳ 2/3 reviews ready (Copilot, OpenAI), waiting for Gemini...'],
  [['ready', 'failed', 'waiting'], '⏳ 1/3 reviews ready (Copilot), none from OpenAI, waiting for Gemini...'],
])('says who is ready and who is waited for: %j', (statuses, line) => {
  const all = ['Copilot', 'OpenAI', 'Gemini'].map((name, index) => reviewer(name, statuses[index]!))
  expect(waitingLine(all, 2, 6)).toBe(line)
})

it('says until when a limit is waited out', () => {
  const limited = { ...reviewer('CodeRabbit', 'working'), limitedUntil: '2026-01-01T13:51:20.000Z' }
  expect(waitingLine([limited], 2, 6)).toBe('⏳ No reviews yet (2/6), CodeRabbit: limit until 13:51 UTC...')
  expect(waitingLine([reviewer('Copilot', 'ready'), limited], 2, 6)).toBe(
    '⏳ 1/2 reviews ready (Copilot), CodeRabbit: limit until 13:51 UTC, waiting for CodeRabbit...',
  )
})

it.each<[readonly string[], boolean, string | undefined]>([
  [[], true, 'Mark it as ready for review, or ask it for a review (--trigger rabbit); until then it is waited for.'],
  [[], false, 'Ask it for a review (--trigger rabbit); until then it is waited for.'],
  [['rabbit'], true, undefined],
])('says what helps where a reviewer leaves it out: asked %j, a draft %s', (trigger, isDraft, advice) => {
  const skips = { ...reviewer('rabbit', 'waiting'), skips: 'Review skipped.' }
  expect(skipText(skips, trigger, isDraft)).toBe(advice && `rabbit leaves this out: "Review skipped." ${advice}`)
  expect(skipText(reviewer('rabbit', 'waiting'), [], isDraft)).toBeUndefined()
})

it.each<[boolean, LoopAction['step'], string | null]>([
  [false, 'fix', '🔧 Found 2 item(s) to address. Restarting workflow...'],
  [true, 'fix', '🔧 Found 2 item(s) to address before it ends...'],
  [false, 'ask', '🔧 Found 2 item(s) to address.'],
  [true, 'end', '🔧 Found 2 item(s) to address.'],
  [false, 'certify', null],
  [false, 'answer', null],
])('says that it begins anew only where it does: late %s, then %s', (isLate, next, line) => {
  expect(foundLine({ count: 2, isLate }, next)).toBe(line)
})

it('says that more reviews are needed than are waited for', () => {
  expect(tooFewText([reviewer('r0', 'ready'), reviewer('r1', 'waiting')], 5)).toBe(
    '5 reviews are needed, and 2 are waited for: r0, r1. Name more with --wait-for, or lower --quorum (github.quorum).',
  )
})
