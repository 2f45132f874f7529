// A comment of ours carries the id of its finding where nobody sees it, so that a later review knows it again.

export function findingMarker(id: string): string {
  return `<!-- review-loop:${id} -->`
}

/** Ids in a comment. A mark counts only at the start of a line: whoever quotes our comment (`> …`) is not us. */
export function markedIds(body: string): readonly string[] {
  return [...body.matchAll(/^<!-- review-loop:(F-[0-9a-f]{8,}) -->/gm)].map((match) => match[1] ?? '')
}

/** Something that was said in a thread. */
export interface Spoken {
  readonly body: string
  /** By the account that we write with; a person may use it too. */
  readonly isOwnAccount: boolean
  readonly isBot: boolean
}

/** Whether a person has spoken since our last word, or since it began. What bots add changes nothing. */
export function hasPersonLast(messages: readonly Spoken[]): boolean {
  const own = messages.findLastIndex(isOurs)
  return messages.slice(own + 1).some((message) => !message.isBot)
}

/** The account alone is not enough. */
function isOurs({ isOwnAccount, body }: Spoken): boolean {
  return isOwnAccount && /^<!-- review-loop[ :]/m.test(body)
}
