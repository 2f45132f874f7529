import * as v from 'valibot'

/**
 * What a schema has against JSON, in one line: the place (`whole` where it is all of it) and what is wrong there. What was
 * found comes from outside: it is cut, and cannot begin a line of its own, which in CI could be a command to the runner.
 */
export function schemaProblem(issue: v.BaseIssue<unknown>, whole: string): string {
  const place = v.getDotPath(issue)
  if (place === null && issue.received === 'undefined') return `${whole}: is not JSON`
  return oneLine(`${place ?? whole}: ${wrongIn(issue)}`)
}

function wrongIn({ type, received, expected, message }: v.BaseIssue<unknown>): string {
  if (received === 'undefined') return 'is missing'
  if (expected === 'never') return 'is a key that does not belong there'
  if (type === 'non_empty') return 'must not be empty'
  // The library's own sentences begin like this; others are written for the place.
  return message.startsWith('Invalid ') ? `expected ${expected ?? 'something else'}, found ${received}` : message
}

function oneLine(text: string): string {
  return text.replace(/[\u0000-\u0020\u007f-\u009f\u2028\u2029]+/g, ' ').slice(0, 200)
}
