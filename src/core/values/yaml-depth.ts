import { Lexer } from 'yaml'

/**
 * Whether a YAML parser must not see the text. A few thousand brackets or dashes on one line are a tree so deep that
 * composing it ends the process, and no `catch` helps; so depth is counted in the tokens, before anything is composed.
 * Depth that is made by indentation grows with the square root of the text, and is left to whoever reads the tree.
 */
export function isTooDeep(text: string, limit: number): boolean {
  if (!maybeDeep(text, limit)) return false
  let open = 0
  let inRow = 0
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') open += 1
    else if (token === ']' || token === '}') open -= 1
    else if (isIndicator.test(token)) inRow += 1
    else if (open > 0 ? token === ',' : token.includes('\n')) inRow = 0
    if (open > limit || inRow > 2 * limit) return true
  }
  return false
}

/** Cheap, and never wrong about a deep text: most messages have a handful of brackets and need no look at their tokens. */
function maybeDeep(text: string, limit: number): boolean {
  const brackets = text.match(/[[{]/g)?.length ?? 0
  return brackets > limit || severalInRow.test(text)
}

const isIndicator = /^[-?:]$/
/** Words between them are keys of a nested map; without brackets those are errors of the syntax, but are composed first. */
const severalInRow = /(?:[-?:]\s+(?:[^\s:]+(?=:))?){4}/
