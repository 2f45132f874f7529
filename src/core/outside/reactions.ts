/** One name for each: as GitHub calls it, else as it is given. */
export function nameOfReaction(given: string): string {
  const name = given.trim().toLowerCase()
  return otherNames.find(([, ...others]) => others.includes(name))?.[0] ?? name
}

/** How it looks, and what GitLab calls it. */
const otherNames = ['+1 👍 thumbsup', '-1 👎 thumbsdown', 'laugh 😄 smile', 'confused 😕', 'heart ❤️']
  .concat('hooray 🎉 tada', 'rocket 🚀', 'eyes 👀')
  .map((names) => names.split(' ') as [string, ...string[]])
