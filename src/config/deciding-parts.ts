import type { CriticGates } from '../core/change/critic-gates.ts'
import { type LoadedConfig, leafKeys } from './load.ts'

/** What decides which programs run, what agents are told, and what is ignored or let through: name → value as JSON. */
export type DecidingParts = ReadonlyMap<string, string>

export interface PartChange {
  readonly name: string
  /** As JSON; null: it was not there. */
  readonly before: string | null
  readonly after: string | null
}

/**
 * Keys that only say how much time, money and space is used. Every other key counts, also one that is added to the schema later.
 */
const harmless = /^(?:budget|cache|concurrency|prices|loop\.(?:max_rounds|coverage))(?:\.|$)/

export function decidingParts(
  { filled, config }: Pick<LoadedConfig, 'filled' | 'config'>,
  gates: CriticGates,
  rules: ReadonlyMap<string, string>,
): DecidingParts {
  const keys = leafKeys(filled).map((path): [string, unknown] => [nameOf(path), valueAt(filled, path)])
  const lists: [string, unknown][] = [['waivers', config.waivers], ['critic-gates.json', gates], ...rules]
  const parts = [...keys.filter(([name]) => !harmless.test(name)), ...lists]
  return new Map(parts.map(([name, value]) => [name, JSON.stringify(value) ?? 'null']))
}

export function changedParts(before: DecidingParts, after: DecidingParts): readonly PartChange[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => ({ name, before: before.get(name) ?? null, after: after.get(name) ?? null }))
    .filter((part) => part.before !== part.after)
}

/** The same text for the same parts. */
export function partsText(parts: DecidingParts): string {
  return JSON.stringify([...parts].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** A name with a dot in it must not read like two names. */
function nameOf(path: readonly string[]): string {
  return path.map((word) => (/^[\w-]+$/.test(word) ? word : JSON.stringify(word))).join('.')
}

function valueAt(filled: object, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], filled)
}
