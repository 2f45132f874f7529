import * as v from 'valibot'

// What the keys of the configuration are made of.

export const text = v.pipe(v.string(), v.nonEmpty('must not be empty'))
export const texts = v.array(text)
export const count = v.pipe(v.number(), v.integer(), v.minValue(0))
export const dollars = v.pipe(v.number(), v.minValue(0))
