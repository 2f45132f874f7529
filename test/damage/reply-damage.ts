import fc from 'fast-check'
import { parseSeverity } from '../../src/core/findings/severity.ts'
import { parseJson } from '../../src/core/values/parse-json.ts'
import { repeatedKey } from '../../src/core/values/repeated-key.ts'
import type { AgentReply } from '../../src/types.ts'
import { type FileChange, occurrencesOf, unchangedFile } from './change.ts'
import { nowhere } from './claims.ts'
import { anyDamage, type Damage, damaged } from './damage.ts'
import { damageJson, type JsonDamage, jsonDamage, type Path, withRepeatedKey, withValue } from './json-damage.ts'

// What can happen to the reply of an agent that somebody can notice.

export type ReplyDamage =
  | { readonly on: 'text'; readonly damage: Damage }
  | { readonly on: 'json'; readonly damage: JsonDamage }
  /** What is under the list's own key is now under another one; with `isEmpty` an empty list stays behind. */
  | { readonly on: 'list'; readonly under: string; readonly isDeep: boolean; readonly isEmpty: boolean }
  | { readonly on: 'field'; readonly at: number; readonly key: string; readonly value: unknown }
  /** The second one would be fine by itself. */
  | { readonly on: 'twice'; readonly at: number; readonly key: string; readonly value: unknown }
  /** Another file of the change that does not hold the quote. */
  | { readonly on: 'other file'; readonly at: number; readonly nth: number }
  | { readonly on: 'identifier'; readonly at: number }
  | { readonly on: 'call'; readonly status: AgentReply['status'] }

const at = fc.nat(19)
const nonsense: readonly (readonly [string, readonly unknown[]])[] = [
  ['line', [0, -3, 1.5, 10 ** 9, '7', null]],
  ['file', ['src/nobody.ts', unchangedFile.path, '', null, 7]],
  ['evidence', [nowhere, '', null, '}', 7]],
  ['quote', [nowhere, '', '}', 7]],
  ['summary', ['', ' \u200b', null]],
  ['blocking', ['no', 7]],
  ['impact', [7, []]],
  ['category', [7, {}]],
  ['priority', ['none', []]],
  ['code', ['of_nobody', null]],
  ['effect', ['some']],
]
const field = fc.constantFrom(...nonsense.flatMap(([key, values]) => values.map((value) => ({ key, value }))))

const second = fc.constantFrom(
  { key: 'severity', value: 'P3' },
  { key: 'discard', value: true },
  { key: 'confidence', value: 0.1 },
  { key: 'effect', value: 'none' },
  { key: 'withdraw', value: true },
)

export const replyDamage: fc.Arbitrary<ReplyDamage> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ on: fc.constant('text' as const), damage: anyDamage }) },
  { weight: 3, arbitrary: fc.record({ on: fc.constant('json' as const), damage: jsonDamage }) },
  fc.record({
    on: fc.constant('list' as const),
    under: fc.constantFrom('bugs', 'result', 'Findings', 'comments'),
    isDeep: fc.boolean(),
    isEmpty: fc.boolean(),
  }),
  { weight: 4, arbitrary: fc.tuple(at, field).map(([nth, what]) => ({ on: 'field' as const, at: nth, ...what })) },
  fc.tuple(at, second).map(([nth, what]) => ({ on: 'twice' as const, at: nth, ...what })),
  fc.record({ on: fc.constant('other file' as const), at, nth: fc.nat(3) }),
  { weight: 2, arbitrary: fc.record({ on: fc.constant('identifier' as const), at }) },
  fc.record({
    on: fc.constant('call' as const),
    status: fc.constantFrom<AgentReply['status']>('crashed', 'timed_out', 'malformed', 'refused', 'over_budget'),
  }),
)

type Reply = Pick<AgentReply, 'status' | 'text'>
type Entry = Readonly<Record<string, unknown>>

/**
 * The reply after all the damage, one after the other; without what nobody could notice. That is decided against the whole reply:
 * what one leaves behind, another may take away.
 */
export function damagedReply(whole: Reply, damages: readonly ReplyDamage[], change: readonly FileChange[]): Reply {
  return damages.reduce((reply, damage) => {
    if (reply.status !== 'ok') return reply
    if (damage.on === 'call') return { status: damage.status, text: '' }
    const text = damagedText(reply.text, damage, change) ?? reply.text
    return isNoticed(whole.text, text, change) ? { status: 'ok', text } : reply
  }, whole)
}

function damagedText(text: string, damage: ReplyDamage, change: readonly FileChange[]): string | null {
  if (damage.on === 'text') return damaged(text, damage.damage, (line) => /^\s*"\w+":/.test(line))
  const { before, json, after } = jsonIn(text)
  const put = (value: string | null) => (value === null ? null : `${before}${value}${after}`)
  // A list with an element less is a list.
  if (damage.on === 'json') return put(damageJson(json, damage.damage, (path) => typeof path.at(-1) !== 'number'))
  // What is there twice already cannot be written anew.
  const value = repeatedKey(json) === undefined ? parseJson(json) : undefined
  const lists: readonly Path[] = Array.isArray(value) ? [[]] : listsIn(Object(value)).map((key) => [key])
  const list = lists[('at' in damage ? damage.at : 0) % Math.max(1, lists.length)]
  if (list === undefined) return null
  if (damage.on === 'list')
    return list[0] === undefined ? null : put(JSON.stringify(moved(Object(value), `${list[0]}`, damage)))
  if (damage.on === 'field' && damage.key === 'summary') {
    return Array.isArray(value) ? null : put(JSON.stringify({ ...Object(value), summary: damage.value }))
  }
  return put(damagedEntry(value, list, damage, change))
}

function damagedEntry(value: unknown, list: Path, damage: ReplyDamage, change: readonly FileChange[]): string | null {
  const entries: readonly Entry[] = list[0] === undefined ? value : Object(value)[list[0]]
  const index = 'at' in damage ? Math.floor(damage.at / 2) % Math.max(1, entries.length) : 0
  const entry = Object(entries[index])
  if (damage.on === 'twice') {
    return damage.key in entry ? withRepeatedKey(value, [...list, index, damage.key], damage.value) : null
  }
  const [key, changed] = changedField(entry, damage, change) ?? []
  return key === undefined ? null : JSON.stringify(withValue(value, [...list, index, key], changed))
}

function listsIn(value: Entry): readonly string[] {
  return Object.keys(value).filter((key) => Array.isArray(value[key]) && Object(value[key]).length > 0)
}

function moved(value: Entry, list: string, { under, isDeep, isEmpty }: Extract<ReplyDamage, { on: 'list' }>): Entry {
  const { [list]: entries, ...rest } = value
  return { ...rest, ...(isEmpty ? { [list]: [] } : {}), [under]: isDeep ? { [list]: entries } : entries }
}

function changedField(
  entry: Entry,
  damage: ReplyDamage,
  change: readonly FileChange[],
): readonly [key: string, value: unknown] | undefined {
  const quoteKey = ['evidence', 'code_snippet', 'quote'].find((key) => key in entry)
  if (damage.on === 'field') {
    const key = damage.key === 'evidence' ? quoteKey : damage.key
    return key !== undefined && key in entry ? [key, damage.value] : undefined
  }
  if (damage.on === 'other file')
    return 'file' in entry ? ['file', change[damage.nth % change.length]!.file.path] : undefined
  const quote = quoteKey === undefined ? undefined : entry[quoteKey]
  if (quoteKey === undefined || typeof quote !== 'string') return undefined
  return [quoteKey, quote.replace(/[\w$]{2,}/, 'zzz$&')]
}

/** The JSON in a reply, and what is around it. */
function jsonIn(text: string): { readonly before: string; readonly json: string; readonly after: string } {
  const [start, end] = [text.search(/\{\s*"|\[/), Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1]
  if (start === -1) return { before: text, json: '', after: '' }
  return { before: text.slice(0, start), json: text.slice(start, end), after: text.slice(end) }
}

/** Another value for the same key can be right as well; then it is another opinion. */
function isNoticed(before: string, after: string, change: readonly FileChange[]): boolean {
  const [was, is] = [before, after].map((text) => withList(parseJson(jsonIn(text).json)))
  if (was === undefined || is === undefined || repeatedKey(jsonIn(after).json) !== undefined) return true
  if (Object.entries(is).some(([key, value]) => !(key in was) && saysMore(key, value))) return true
  return Object.keys(was).every((key) => {
    const [old, now] = [was[key], is[key]]
    if (!Array.isArray(old) || !Array.isArray(now)) return true
    return (
      now.length >= old.length &&
      old.every((entry, index) => !isOtherOpinion(findingIn(entry), findingIn(now[index]), change))
    )
  })
}

/** Findings where they do not belong, or a word for them. What else a reply may say there, nobody knows. */
function saysMore(key: string, value: unknown): boolean {
  if (Array.isArray(value)) return value.some((each) => typeof each === 'object')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).some(([inner, held]) => saysMore(inner, held))
  return /bugs|findings/i.test(key) && Boolean(value)
}

function withList(value: unknown): Entry | undefined {
  return Array.isArray(value) ? { list: value } : value === undefined ? undefined : Object(value)
}

/** What validate discards, it writes down with the reason. */
function findingIn(entry: unknown): Entry {
  return Object(Object(entry).finding ?? entry)
}

function isOtherOpinion(was: Entry, is: Entry, change: readonly FileChange[]): boolean {
  const differs = (key: string) => JSON.stringify(was[key]) !== JSON.stringify(is[key])
  const quote = is.evidence ?? is.code_snippet
  return (
    (differs('severity') && parseSeverity(String(is.severity)) !== undefined) ||
    (differs('confidence') && isProbability(is.confidence)) ||
    (differs('discard') && is.discard === true) ||
    (differs('withdraw') && is.withdraw === true) ||
    // Without these a finding is complete, and may weigh less.
    optional.some(([key, type]) => differs(key) && (is[key] == null || typeof is[key] === type)) ||
    (differs('line') && isPlausible(is.line) && !isOnlyOnce(quote, change)) ||
    (differs('file') && isPlace(is.file, quote, change))
  )
}

const optional = [
  ['blocking', 'boolean'],
  ['impact', 'string'],
  ['category', 'string'],
  ['priority', 'number'],
] as const

function isProbability(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1
}

function isPlausible(line: unknown): boolean {
  return Number.isInteger(line) && Number(line) > 0 && Number(line) < 100
}

function isOnlyOnce(quote: unknown, change: readonly FileChange[]): boolean {
  return typeof quote === 'string' && quote.trim() !== '' && occurrencesOf(change, quote.trim()) === 1
}

/** Whether the quote may stand there too, or stands nowhere, so that one file is as good as another. */
function isPlace(path: unknown, quote: unknown, change: readonly FileChange[]): boolean {
  return change.some(({ file }) => file.path === path) && !isOnlyOnce(quote, change)
}
