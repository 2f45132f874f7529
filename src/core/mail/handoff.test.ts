import { expect, it } from 'vitest'
import { handoff, swap } from '../../../test/support/mail.ts'
import { parseHandoff, renderHandoff } from './handoff.ts'

const packet = handoff.slice(handoff.indexOf('body: |\n') + 'body: |\n'.length).replace(/^ {2}/gm, '')

it('reads a handoff packet, and writes the same', () => {
  const parsed = parseHandoff(packet)
  expect(parsed).toMatchObject({
    value: { source_agent: 'claude', context_bundle: { suggested_next_steps: ['Read nested lists'] } },
  })
  if ('value' in parsed) expect(renderHandoff(parsed.value)).toBe(packet)
})

it.each([
  ['empty', '', 1, 'found nothing'],
  [
    'without blockers',
    swap(packet, '    - blocker: No grammar\n      workarounds_attempted:\n        - Read the examples\n', ''),
    16,
    'blockers_hit" is empty',
  ],
  ['about itself', swap(packet, 'target_agent: codex', 'target_agent: claude'), 2, 'must differ'],
])('refuses one that is %s', (_, text, line, problem) => {
  expect(parseHandoff(text)).toEqual({
    problems: expect.arrayContaining([{ line, text: expect.stringContaining(problem) }]),
  })
})
