// Finding a quote in a file: how it grows with the file, and what a quote costs that is made to be slow.
import { loadSource, quickest } from './measure.mjs'

const megabyte = 1 << 20
const code = '  const changed = compute(30, "abc") && other.value[i] <= 5 // note\n'

export async function benchQuotes() {
  const { asTheFileHasIt } = await loadSource('src/core/evidence/quote-spelling.ts')
  const { indexText } = await loadSource('src/core/evidence/evidence.ts')
  const { nearestLines } = await loadSource('src/core/evidence/nearest-lines.ts')
  /** With the index: it is made once for each file. */
  const time = (text, quote) => quickest(3, () => asTheFileHasIt({ new: indexText(text), old: null }, quote))
  const careless = 'const changed = compute(31, ... <= 5;'
  const [small, large] = [fill(code, megabyte), fill(code, 5 * megabyte)]
  const honest = time(large, careless)
  const same = fill('a ', 5 * megabyte)
  const hostile = {
    '1 MB, one word repeated, another in its middle': [fill('a ', megabyte / 2), 'b ', fill('a ', megabyte / 2)].join(
      '',
    ),
    '1 MB of the file, changed at its end': `${fill(code, megabyte)}other()`,
    '49 KB, one word repeated, a separator in its middle': [fill('a ', 24_500), '; ', fill('a ', 24_500)].join(''),
    '49 KB of words that are cut off': fill('a… ', 49_000),
    '49 KB of comments': fill('a // ', 49_000),
    '1 MB of white space': `a${' '.repeat(megabyte)}b`,
  }
  return [
    {
      name: 'a careless quote that is nowhere, 1 → 5 MB',
      value: honest / time(small, careless),
      unit: '×',
      target: 'near 5',
    },
    { name: 'nearest lines, 1 → 5 MB', value: nearest(large) / nearest(small), unit: '×', target: 'near 5' },
    ...Object.entries(hostile).map(([name, quote]) => ({
      name: `in 5 MB, ${name} / a careless one`,
      value: Math.max(time(same, quote), time(large, quote)) / honest,
      unit: '×',
      target: '≤ 10',
    })),
  ]

  function nearest(text) {
    return quickest(3, () => nearestLines(text, careless, 5))
  }
}

function fill(text, length) {
  return text.repeat(Math.ceil(length / text.length)).slice(0, length)
}
