/** What one line holds. Reused for the next line: read it before scanning again. */
export interface GateResult {
  /** Pairs side by side: group `groups[i]` has a keyword that ends before `ends[i]`. Ascending by `ends`. */
  readonly groups: readonly number[]
  readonly ends: readonly number[]
  /** A character outside ASCII was seen. */
  readonly foreign: boolean
}

export interface Gate {
  scan(text: string): GateResult
}

/** Hits of one group nearer to each other than this are told once. Whoever looks around a hit must look at least this far. */
export const hitDistance = 256

/** Marks a table entry that needs more than a look-up: a state that ends a keyword, or one not worked out yet. */
const attention = 1 << 30
const unknown = -1 >>> 1

/**
 * Finds in one pass which groups of keywords occur in a line (Aho-Corasick). Keywords are ASCII in lower case; the text's case does not
 * matter. Transitions are worked out when a text first needs them: most never are, and a small change must not wait for them.
 */
export function createGate(keywords: readonly (readonly string[])[]): Gate {
  const { classOf, width } = classesOf(keywords)
  const trie = buildTrie(keywords, classOf, width)
  const next = new Int32Array(trie.children.length).fill(unknown)
  const told = new Int32Array(keywords.length)
  const result: { groups: number[]; ends: number[]; foreign: boolean } = { groups: [], ends: [], foreign: false }

  return { scan }

  function scan(text: string): GateResult {
    if (result.groups.length > 0) reset()
    let foreign = false
    let state = 0
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index)
      if (code > 127) {
        foreign = true
        state = 0
        continue
      }
      const slot = state + classOf[code]!
      state = next[slot]!
      if (state < attention) continue
      if (state === unknown) state = follow(slot)
      if (state >= attention) {
        state -= attention
        note(trie.outputs[state / width]!, index + 1)
      }
    }
    result.foreign = foreign
    return result
  }

  /** Works one transition out: to the child, else to where the longest proper suffix leads. */
  function follow(slot: number): number {
    const column = slot % width
    const row = slot - column
    const child = trie.children[slot]!
    const inherited = row === 0 ? 0 : arrive(trie.failures[row / width]! + column)
    if (child === 0) {
      next[slot] = inherited
      return inherited
    }
    const suffix = inherited >= attention ? inherited - attention : inherited
    trie.failures[child / width] = suffix
    const outputs = [...new Set([...trie.outputs[child / width]!, ...trie.outputs[suffix / width]!])]
    trie.outputs[child / width] = outputs
    next[slot] = outputs.length > 0 ? child + attention : child
    return next[slot]!
  }

  function arrive(slot: number): number {
    const state = next[slot]!
    return state === unknown ? follow(slot) : state
  }

  function note(groups: readonly number[], end: number): void {
    for (const group of groups) {
      const last = told[group]!
      if (last > 0 && end - last < hitDistance) continue
      told[group] = end
      result.groups.push(group)
      result.ends.push(end)
    }
  }

  function reset(): void {
    for (const group of result.groups) told[group] = 0
    result.groups.length = 0
    result.ends.length = 0
  }
}

/** Characters of no keyword share class 0; both cases of a letter share theirs. */
function classesOf(keywords: readonly (readonly string[])[]): { classOf: Uint8Array; width: number } {
  const classOf = new Uint8Array(128)
  let width = 1
  for (const list of keywords) {
    for (const keyword of list) {
      for (let index = 0; index < keyword.length; index += 1) {
        const code = keyword.charCodeAt(index)
        if (classOf[code] !== 0) continue
        classOf[code] = width
        if (code >= 97 && code <= 122) classOf[code - 32] = width
        width += 1
      }
    }
  }
  return { classOf, width }
}

/** States are numbered in steps of `width`: a state is the place of its row in the table. */
interface Trie {
  readonly children: Int32Array
  readonly failures: Int32Array
  readonly outputs: (readonly number[])[]
}

function buildTrie(keywords: readonly (readonly string[])[], classOf: Uint8Array, width: number): Trie {
  let most = 1
  for (const list of keywords) for (const keyword of list) most += keyword.length
  const children = new Int32Array(most * width)
  const outputs: number[][] = [[]]
  for (const [group, list] of keywords.entries()) {
    for (const keyword of list) {
      let state = 0
      for (let index = 0; index < keyword.length; index += 1) {
        const slot = state + classOf[keyword.charCodeAt(index)]!
        if (children[slot] === 0) children[slot] = (outputs.push([]) - 1) * width
        state = children[slot]!
      }
      if (!outputs[state / width]!.includes(group)) outputs[state / width]!.push(group)
    }
  }
  return { children, failures: new Int32Array(outputs.length), outputs }
}
