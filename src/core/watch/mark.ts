// What we write carries a hidden mark of what it is, so that it is recognised and never written twice.

export const markOf = (kind: string, key: string): string => `<!-- review-loop ${kind} ${key} -->`

/** A mark counts only at the start of a line: whoever quotes us (`> …`) is not us. */
export const hasMark = (body: string, mark: string): boolean => body.split(/\r?\n/).includes(mark)

/** The keys of all marks of a kind. */
export function marksIn(body: string, kind: string): readonly string[] {
  const start = `<!-- review-loop ${kind} `
  const lines = body.split(/\r?\n/).filter((line) => line.startsWith(start) && line.endsWith(' -->'))
  return lines.map((line) => line.slice(start.length, -' -->'.length))
}
