import { hashText } from '../values/hash.ts'

/** What a session works by, each as a hash of what was read. */
export interface SettingsHashes {
  readonly config: string
  readonly waivers: string
  readonly rules: string
  readonly decisions: string
}

export function settingsHashes(read: Readonly<Record<keyof SettingsHashes, unknown>>): SettingsHashes {
  const hash = (part: keyof SettingsHashes) => hashText(JSON.stringify(read[part]))
  return { config: hash('config'), waivers: hash('waivers'), rules: hash('rules'), decisions: hash('decisions') }
}

const names: Readonly<Record<keyof SettingsHashes, string>> = {
  config: 'the configuration',
  waivers: 'the waivers',
  rules: 'the rules',
  decisions: 'the decisions about claims',
}

/** What to tell a person who goes on with a session; null where nothing has changed since its journal last told, or it never did. */
export function changedSettings(
  events: readonly { readonly type: string; readonly settings?: SettingsHashes }[],
  now: SettingsHashes,
): string | null {
  const before = events.findLast(({ settings }) => settings !== undefined)?.settings
  if (before === undefined) return null
  const changed = (['config', 'waivers', 'rules', 'decisions'] as const).filter((part) => before[part] !== now[part])
  if (changed.length === 0) return null
  return `Changed since this session last read its settings, and used from here on: ${changed.map((part) => names[part]).join(', ')}.`
}
