// A comment of ours carries the id of its finding where nobody sees it, so that a later review knows it again.

export function findingMarker(id: string): string {
  return `<!-- review-loop:${id} -->`
}

/** Ids in a comment. A mark counts only at the start of a line: whoever quotes our comment (`> …`) is not us. */
export function markedIds(body: string): readonly string[] {
  return [...body.matchAll(/^<!-- review-loop:(F-[0-9a-f]{8,}) -->/gm)].map((match) => match[1] ?? '')
}
