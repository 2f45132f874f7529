/** What a request and its answer are about, to the letter: a line in `context_keys`, which the protocol leaves to its users. */
export function commitNote(commit: string): string {
  return `commit: ${commit}`
}

/** The same with what the packet is, to the letter, in the same line: then an envelope is still read without a parser. */
export function answerNote(commit: string, packetHash: string): string {
  return `${commitNote(commit)}; packet: ${packetHash}`
}

/** SHA-256 of the packet that an answer is about; null where it does not say it: other tools need not. */
export function packetHashIn(contextKeys: string | undefined): string | null {
  return /^commit:[^\n;]*;[ \t]*packet:[ \t]*([0-9a-f]{64})[ \t]*$/m.exec(contextKeys ?? '')?.[1] ?? null
}

/** Null where a message does not say it: other tools need not. */
export function commitIn(contextKeys: string | undefined): string | null {
  return /^commit:[ \t]*([0-9a-f]{40}|[0-9a-f]{64})[ \t]*(?:;.*)?$/m.exec(contextKeys ?? '')?.[1] ?? null
}

/** All that a message names, also in short: other tools write it as they like. */
export function commitsIn(contextKeys: string | undefined): readonly string[] {
  const lines = (contextKeys ?? '').matchAll(/^[ \t]*commit:[ \t]*["']?([0-9a-f]{7,64})(?=[\s"',;]|$)/gim)
  return [...lines].map(([, name = '']) => name.toLowerCase())
}

/** A commit that a message names and that is not the one it was asked about, as far as that is known; null: there is none. */
export function otherCommit(contextKeys: string | undefined, asked: string | null): string | null {
  const names = commitsIn(contextKeys)
  const meant = asked ?? names.reduce((longest, name) => (name.length > longest.length ? name : longest), '')
  return names.find((name) => !meant.startsWith(name)) ?? null
}
