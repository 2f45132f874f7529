/** One name for each: as GitHub calls it, else as it is given. */
export function nameOfReaction(given: string): string {
  const name = given.trim().toLowerCase()
  return otherNames.get(name) ?? name
}

/** How it looks, and what GitLab calls it. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['👍', '+1'],
  ['thumbsup', '+1'],
  ['👎', '-1'],
  ['thumbsdown', '-1'],
  ['😄', 'laugh'],
  ['smile', 'laugh'],
  ['😕', 'confused'],
  ['❤️', 'heart'],
  ['🎉', 'hooray'],
  ['tada', 'hooray'],
  ['🚀', 'rocket'],
  ['👀', 'eyes'],
])
