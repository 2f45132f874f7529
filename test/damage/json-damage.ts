import fc from 'fast-check'
import { parseJson } from '../../src/core/values/parse-json.ts'
import { repeatedKey } from '../../src/core/values/repeated-key.ts'

// What can happen to a file of JSON that somebody can notice.

export type Path = readonly (string | number)[]

export type JsonDamage =
  /** The text ends early. */
  | { readonly kind: 'cut'; readonly at: number }
  /** A bracket, colon or comma is gone. */
  | { readonly kind: 'break'; readonly at: number }
  /** A key or an element is gone. */
  | { readonly kind: 'remove'; readonly at: number }
  /** Something else is there. */
  | { readonly kind: 'replace'; readonly at: number; readonly value: unknown }
  /** A key is there twice, and what was there first is not read. */
  | { readonly kind: 'repeat'; readonly at: number; readonly value: unknown }

const garbage = fc.constantFrom<unknown>(7, -1, '', 'garbage', true, [], {}, [{}], [[]])
/** A key that is there twice is noticed, however good the second value is. */
const anything = fc.oneof(
  garbage,
  fc.constant('approve'),
  fc.constantFrom<unknown>('pass', 'note', 'P3', 'MEDIUM', 3, false, null),
)

export const jsonDamage: fc.Arbitrary<JsonDamage> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('cut' as const, 'break' as const), at: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), at: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('replace' as const), at: fc.nat(), value: garbage }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('repeat' as const), at: fc.nat(), value: anything }) },
)

/** Null: this text cannot be damaged so (it is broken already), or `isNoticed` says that nobody could notice. */
export function damageJson(
  text: string,
  damage: JsonDamage,
  isNoticed: (path: Path, damage: JsonDamage) => boolean,
): string | null {
  if (damage.kind === 'cut') {
    const whole = text.trimEnd()
    return whole !== '' && isNoticed([], damage) ? whole.slice(0, damage.at % whole.length) : null
  }
  if (damage.kind === 'break') return withoutSign(text, damage.at)
  // Written anew, a file would have each key once, and what happened to it before could no longer be noticed.
  const value = repeatedKey(text) === undefined ? parseJson(text) : undefined
  const noticed = pathsIn(value).filter((path) => isNoticed(path, damage))
  // A quarter of the damage is at the top, where few keys say what the file is and how it ended.
  const top = noticed.filter(({ length }) => length === 1)
  const paths = damage.at % 4 === 0 && top.length > 0 ? top : noticed
  const path = paths[Math.floor(damage.at / 4) % Math.max(1, paths.length)]
  if (path === undefined) return null
  if (damage.kind === 'remove') return JSON.stringify(withoutPath(value, path))
  if (damage.kind === 'replace') return JSON.stringify(withValue(value, path, damage.value))
  return withRepeatedKey(value, path, damage.value)
}

function pathsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return []
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value)
  return [...keys].flatMap((key) => {
    const inner = [...path, key]
    return [inner, ...pathsIn(Object(value)[key], inner)]
  })
}

function withoutPath(value: unknown, [key = '', ...rest]: Path): unknown {
  if (rest.length > 0) return replaced(value, key, withoutPath(Object(value)[key], rest))
  if (Array.isArray(value)) return value.filter((_, index) => index !== key)
  const { [key]: _, ...others } = Object(value)
  return others
}

export function withValue(value: unknown, [key = '', ...rest]: Path, given: unknown): unknown {
  return replaced(value, key, rest.length === 0 ? given : withValue(Object(value)[key], rest, given))
}

function replaced(value: unknown, key: string | number, inner: unknown): unknown {
  if (Array.isArray(value)) return value.map((each, index) => (index === key ? inner : each))
  return { ...Object(value), [key]: inner }
}

/** Null: only keys can be there twice. */
export function withRepeatedKey(value: unknown, path: Path, given: unknown): string | null {
  const key = path.at(-1)
  if (typeof key !== 'string') return null
  const mark = 'here it is twice'
  const first = JSON.stringify(path.reduce<unknown>((inner, name) => Object(inner)[name], value))
  const name = JSON.stringify(key)
  const marked = JSON.stringify(withValue(value, path, mark))
  return marked.replace(`${name}:${JSON.stringify(mark)}`, () => `${name}:${first},${name}:${JSON.stringify(given)}`)
}

/** Null where what is left is JSON all the same. */
function withoutSign(text: string, at: number): string | null {
  const outside = text.replace(/"(?:[^"\\]|\\.)*"/g, (string) => ' '.repeat(string.length))
  const signs = [...outside.matchAll(/[{}[\]:,]/g)].map(({ index }) => index)
  const sign = signs[at % Math.max(1, signs.length)]
  if (sign === undefined) return null
  const broken = text.slice(0, sign) + text.slice(sign + 1)
  return parseJson(broken) === undefined ? broken : null
}
