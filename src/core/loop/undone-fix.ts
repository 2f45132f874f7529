/** A fix that a later one takes back. */
export interface UndoneFix {
  readonly round: number
  readonly files: readonly string[]
}
