import type { Json } from '../../types.ts'
import { repeatedKey } from '../values/repeated-key.ts'

export type Extracted = { readonly value: { readonly [key: string]: Json } } | { readonly problem: string }

/** The one JSON object in a reply, alone or with prose around it. None, two, one that is cut off or says a thing twice is a problem. */
export function extractObject(text: string): Extracted {
  const objects: { readonly value: { readonly [key: string]: Json }; readonly text: string }[] = []
  let cutOff = false
  let scanned = 0
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at)) {
    const end = endOfObject(text, at)
    scanned += (end ?? text.length) - at
    if (scanned > scanLimit) return { problem: 'the reply is too tangled to find the JSON object in it' }
    if (end === undefined) {
      cutOff = /^\{\s*(?:["']|\w+\s*:)/.test(text.slice(at, at + 200))
      // What follows is inside of it.
      if (cutOff) break
      at += 1
      continue
    }
    const value = parseObject(text.slice(at, end))
    if (value !== undefined) objects.push({ value, text: text.slice(at, end) })
    else if (/^\{\s*["']/.test(text.slice(at, end))) return { problem: 'a JSON object in the reply cannot be read' }
    // What is inside is no answer: it may be a quotation of the code under review.
    at = end
  }
  const [first, ...others] = objects.filter(({ value }) => Object.keys(value).length > 0)
  if (first === undefined) {
    if (cutOff) return { problem: 'the JSON object is cut off' }
    return { problem: objects.length === 0 ? 'there is no JSON object in the reply' : 'the JSON object is empty' }
  }
  if (others.length > 0) return { problem: `there are ${others.length + 1} JSON objects in the reply; expected one` }
  if (cutOff) return { problem: 'a second JSON object is cut off' }
  const key = repeatedKey(first.text)
  return key === undefined ? { value: first.value } : { problem: `${key}: is there twice; expected once` }
}

/** Text full of unclosed braces would otherwise be read once for each of them. */
const scanLimit = 20_000_000

/** Just behind the brace that closes the one at `start`; braces in strings do not count. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at++) {
    const code = text[at]
    if (inString) {
      if (code === '\\') at += 1
      else if (code === '"') inString = false
    } else if (code === '"') inString = true
    else if (code === '{') depth += 1
    else if (code === '}' && --depth === 0) return at + 1
  }
  return undefined
}

function parseObject(text: string): { readonly [key: string]: Json } | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
