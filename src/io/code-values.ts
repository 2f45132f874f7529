import * as v from 'valibot'

// Where the code stands that findings quote.

const lines = { file: v.string(), start: v.number(), end: v.number() }
const place = v.object(lines)

export const code = v.object({
  raised: v.array(
    v.object({
      id: v.string(),
      place,
      stood: v.array(v.object({ ...lines, tree: v.string() })),
    }),
  ),
  standing: v.array(v.object({ id: v.string(), place })),
})
