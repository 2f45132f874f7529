import * as v from 'valibot'

// Tables of fields as valibot schemas: one schema drives reading, writing (the order of its fields), types and docs/mail.md.
// A message of an issue completes `"field" must be …`; one of a check completes `"field" …`.

type AnySchema = v.GenericSchema<unknown, unknown>

/** What fields say together, asked once each of them could be read: the problem is told of the first of them. */
export type Rule<T> = readonly [names: readonly (keyof T & string)[], problem: (value: T) => string | null]

type Values<Entries extends v.ObjectEntries> = v.InferOutput<v.StrictObjectSchema<Entries, undefined>>

/** A map with these fields and no others. */
export function fields<const Entries extends v.ObjectEntries>(
  entries: Entries,
  ...rules: readonly Rule<Values<Entries>>[]
) {
  const names = Object.keys(entries)
  const expects = `a map with ${names.join(', ')}`
  const message = ({ expected, path }: v.StrictObjectIssue) => {
    if (expected === 'never') return names.join(' ')
    const missing = entries[String(path?.[0]?.key)]
    return missing === undefined ? expects : expectsOf(missing as AnySchema)
  }
  return v.pipe(
    v.strictObject(entries, message),
    v.rawCheck<Values<Entries>>(({ dataset, addIssue }) => {
      const input = dataset.value as Values<Entries> & Record<string, unknown>
      const isBad = (name: string) => dataset.issues?.some(({ path }) => (path?.[0]?.key ?? name) === name)
      for (const [places, problem] of rules) {
        const message = places.some(isBad) ? null : problem(input)
        if (message === null) continue
        const [key = ''] = places
        addIssue({ message, path: [{ type: 'object', origin: 'value', input, key, value: input[key] }] })
      }
    }),
    v.metadata({ expects }),
  )
}

/** `about` is one clause for the protocol page. */
export function required<const Type extends AnySchema>(type: Type, about: string) {
  return v.pipe(type, v.description(about))
}

/** May be missing or blank: templates list every field. What is blank is not in what was read. */
export function optional<const Type extends AnySchema>(type: Type, about: string) {
  // Its type says that it is never undefined: `readFields` drops what is.
  return v.optional(required(type, about)) as unknown as v.ExactOptionalSchema<Type, undefined>
}

/** Completes 'must be …'. */
export function expectsOf(schema: AnySchema): string {
  return String(v.getMetadata(schema).expects)
}

/** Text with a meaning; undefined: it has none. */
export function text<T>(expects: string, meaning: (text: string) => T | undefined) {
  return v.pipe(
    v.string(expects),
    v.rawTransform<string, T>(({ dataset, addIssue, NEVER }) => {
      const value = meaning(dataset.value)
      if (value !== undefined) return value
      addIssue({ message: expects })
      return NEVER
    }),
    v.metadata({ expects }),
  )
}

export function oneOf<const Word extends string>(words: readonly Word[]) {
  const expects = words.length === 1 ? `"${words[0]}"` : `one of ${words.join(', ')}`
  return v.pipe(v.picklist(words, expects), v.metadata({ expects }))
}

export interface ListLimits<T> {
  readonly least?: number
  readonly most: number
  /** What must not be there twice. */
  readonly unique?: (item: T) => string
}

export function list<const Type extends AnySchema>(type: Type, limits: ListLimits<v.InferOutput<Type>>) {
  const { least = 0, most, unique } = limits
  const expects = `a list of ${least > 0 ? `${least} to ${most}` : `at most ${most}`}, each ${expectsOf(type)}`
  return v.pipe(
    v.array(v.unknown(), expects),
    v.check(
      ({ length }) => length >= least && length <= most,
      ({ input }) => `must have ${least} to ${most} items, found ${input.length}`,
    ),
    v.array(type),
    v.checkItems(
      (item, index, items) => !unique || items.findIndex((other) => unique(other) === unique(item)) === index,
      ({ input }) => `repeats ${JSON.stringify(unique?.(input))}`,
    ),
    v.readonly(),
    v.metadata({ expects }),
  )
}

/** Text means the one, anything else the other. */
export function textOr<Text extends AnySchema, Other extends AnySchema>(one: Text, other: Other) {
  const isText = (input: unknown) => typeof input === 'string' || input === undefined
  return v.pipe(
    v.lazy<v.GenericSchema<unknown, v.InferOutput<Text> | v.InferOutput<Other>>>(
      (input) => (isText(input) ? one : other) as never,
    ),
    v.metadata({ expects: `${expectsOf(one)}, or ${expectsOf(other)}` }),
  )
}
