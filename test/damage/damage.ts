import fc from 'fast-check'

// Detectable damage never improves the gate: what was blocked or inconclusive never passes because something was lost, cut off or broken
// on its way. Each face has a file of its own here; this is what they damage texts with.

/** How many cases a property is tried with; `npm run test:damage` asks for more. */
export function damageCases(): number {
  return Number(process.env.REVIEW_LOOP_DAMAGE_CASES ?? 1000)
}

/** In milliseconds, for a slow machine: the usual limit is for the usual number of cases. */
export const damageTimeout = 300_000 + damageCases() * 20

/** For `fc.assert`: the same cases in every `npm test`, others whenever more of them are asked for. */
export function damageRuns(): { readonly numRuns: number; readonly seed?: number } {
  const { REVIEW_LOOP_DAMAGE_CASES: cases, REVIEW_LOOP_DAMAGE_SEED: seed } = process.env
  if (seed !== undefined) return { numRuns: damageCases(), seed: Number(seed) }
  return { numRuns: damageCases(), ...(cases === undefined ? { seed: 20261118 } : {}) }
}

/** Some of what an arbitrary draws, to choose from: for what takes longer to make than to damage. */
export function drawn<T>(arbitrary: fc.Arbitrary<T>): readonly T[] {
  const runs = damageRuns()
  // Enough that every kind of case is among them, however few cases are asked for.
  const numRuns = Math.min(Math.max(Math.ceil(runs.numRuns / 25), 200), 500)
  return fc.sample(arbitrary, { ...runs, numRuns })
}

/** Remembers what was made of a text: most texts of a set are not damaged. */
export function remembering<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const made = make(text)
    // By then those are known that come again.
    if (known.size < 10_000) known.set(text, made)
    return made
  }
}

/** As data, so that a counterexample says what was done. `at` counts from the beginning, and round again at the end. */
export type Damage =
  | { readonly kind: 'cut off'; readonly at: number }
  | { readonly kind: 'all lost' }
  /** Of those that have to be there. */
  | { readonly kind: 'line lost'; readonly at: number }
  /** Of those that a format is made of. */
  | { readonly kind: 'sign lost'; readonly at: number }
  /** Never a hyphen: that makes another valid name of a name, which only a signature shows. */
  | { readonly kind: 'sign added'; readonly at: number; readonly sign: string }
  | { readonly kind: 'line added'; readonly at: number; readonly line: string }
  | { readonly kind: 'indented'; readonly at: number; readonly by: number }

const at = fc.nat(9999)
const signs = [...'#[]{}":,-*`|>\'&!%@\\\t\u0000']

export const anyDamage: fc.Arbitrary<Damage> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cut off'), at }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('line lost'), at }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sign lost'), at }) },
  fc.record({ kind: fc.constant('sign added'), at, sign: fc.constantFrom(...signs.filter((sign) => sign !== '-')) }),
  fc.record({
    kind: fc.constant('line added'),
    at,
    line: fc.constantFrom('```', '---', '...', '{', '"', '### ', '- '),
  }),
  fc.record({ kind: fc.constant('indented'), at, by: fc.constantFrom(-4, -2, -1, 1, 2, 4) }),
  fc.record({ kind: fc.constant('all lost') }),
)

/** The text after the damage. `isRequired`: whether a line has to be there. */
export function damaged(text: string, damage: Damage, isRequired: (line: string) => boolean): string {
  switch (damage.kind) {
    case 'all lost':
      return ''
    case 'cut off':
      return text.slice(0, damage.at % (text.length + 1))
    case 'sign lost':
      return withoutSign(text, damage.at)
    case 'sign added': {
      const place = damage.at % (text.length + 1)
      return `${text.slice(0, place)}${damage.sign}${text.slice(place)}`
    }
    default:
      return damagedLines(text.split('\n'), damage, isRequired).join('\n')
  }
}

function withoutSign(text: string, nth: number): string {
  const places = [...text].flatMap((sign, index) => (signs.includes(sign) ? [index] : []))
  const place = places[nth % Math.max(places.length, 1)]
  return place === undefined ? text : text.slice(0, place) + text.slice(place + 1)
}

function damagedLines(
  lines: readonly string[],
  damage: Extract<Damage, { kind: 'line lost' | 'line added' | 'indented' }>,
  isRequired: (line: string) => boolean,
): readonly string[] {
  if (damage.kind === 'line added') return lines.toSpliced(damage.at % (lines.length + 1), 0, damage.line)
  if (damage.kind === 'indented') {
    return lines.with(damage.at % lines.length, indented(lines[damage.at % lines.length] ?? '', damage.by))
  }
  const required = lines.flatMap((line, index) => (isRequired(line) ? [index] : []))
  const place = required[damage.at % Math.max(required.length, 1)]
  return place === undefined ? lines : lines.toSpliced(place, 1)
}

function indented(line: string, by: number): string {
  return by > 0 ? `${' '.repeat(by)}${line}` : line.replace(new RegExp(`^ {0,${-by}}`), '')
}
