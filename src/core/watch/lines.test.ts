import { expect, it } from 'vitest'
import { waitingLine } from './lines.ts'
import type { Seat } from './seats.ts'

const seat = (name: string, status: Seat['status']): Seat => ({
  id: name,
  name,
  status,
  hasFindings: false,
  reason: null,
})

it.each<[readonly Seat['status'][], string]>([
  [['waiting', 'waiting', 'waiting'], '⏳ No reviews yet (2/6)...'],
  [['ready', 'waiting', 'working'], '⏳ 1/3 reviews ready (Copilot), waiting for others...'],
  [['ready', 'ready', 'waiting'], '⏳ 2/3 reviews ready (Copilot, OpenAI), waiting for Gemini...'],
  [['ready', 'failed', 'waiting'], '⏳ 1/3 reviews ready (Copilot), none from OpenAI, waiting for Gemini...'],
])('says who is ready and who is waited for: %j', (statuses, line) => {
  const seats = ['Copilot', 'OpenAI', 'Gemini'].map((name, index) => seat(name, statuses[index]!))
  expect(waitingLine(seats, 2, 6)).toBe(line)
})
