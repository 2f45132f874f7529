/** A comment in a text: where it begins and ends, and how long its marks are. */
export interface Comment {
  readonly start: number
  readonly end: number
  /** Length of the mark that opens it, and of the one that closes it. */
  readonly open: number
  readonly close: number
}
