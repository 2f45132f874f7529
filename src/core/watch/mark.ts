// What we write carries, where nobody sees it, what it is: so it is known again, and never written twice.

export function markOf(kind: string, key: string): string {
  return `<!-- review-loop ${kind} ${key} -->`
}

/** A mark counts only at the start of a line: whoever quotes us (`> …`) is not us. */
export function hasMark(body: string, mark: string): boolean {
  return body.split(/\r?\n/).includes(mark)
}

/** The keys of all marks of a kind. */
export function marksIn(body: string, kind: string): readonly string[] {
  const [before, after] = markOf(kind, '\0').split('\0') as [string, string]
  return body
    .split(/\r?\n/)
    .filter((line) => line.startsWith(before) && line.endsWith(after))
    .map((line) => line.slice(before.length, -after.length))
}
