import { expect, it } from 'vitest'
import { changedSettings, settingsHashes } from './settings-hashes.ts'

const read = { config: { lines: 'near' }, waivers: [], rules: [], decisions: [] }

it('names what changed since the journal last told, and nothing where it never did', () => {
  const before = settingsHashes(read)
  const now = settingsHashes({ ...read, waivers: [{ id: 'abc' }], decisions: [{ id: 'x' }] })
  const events = [
    { type: 'session-started', settings: settingsHashes({ ...read, rules: ['old'] }) },
    { type: 'resumed', settings: before },
    { type: 'ended' },
  ]
  expect(changedSettings(events, now)).toBe(
    'Changed since this session last read its settings, and used from here on: the waivers, the decisions about claims.',
  )
  expect(changedSettings(events, before)).toBeNull()
  expect(changedSettings([{ type: 'session-started' }], now)).toBeNull()
})
