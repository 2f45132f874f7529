/** What a request and its answer are about, to the letter: a line in `context_keys`, which the protocol leaves to its users. */
export function commitNote(commit: string): string {
  return `commit: ${commit}`
}

/** Null where a message does not say it: other tools need not. */
export function commitIn(contextKeys: string | undefined): string | null {
  return /^commit:[ \t]*([0-9a-f]{40}|[0-9a-f]{64})[ \t]*$/m.exec(contextKeys ?? '')?.[1] ?? null
}
