// What we write carries, where nobody sees it, what it is: so it is known again, and never written twice.

export function markOf(kind: string, key: string): string {
  return `<!-- review-loop ${kind} ${key} -->`
}

/** A mark counts only at the start of a line: whoever quotes us (`> …`) is not us. */
export function hasMark(body: string, mark: string): boolean {
  return body.split(/\r?\n/).includes(mark)
}
