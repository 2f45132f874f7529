import type { Comment } from './comment.ts'
import type { StringForm, Syntax } from './syntax-forms.ts'

/** How far a text was read, and what is open there. */
export interface Scan {
  readonly text: string
  readonly syntax: Syntax
  /** It has tags: two slashes in the text between them are no comment, and code in that text stands in braces. */
  readonly isPage: boolean
  readonly hasDocstrings: boolean
  at: number
  readonly frames: Frame[]
  readonly comments: Comment[]
  isLost: boolean
  /** Up to here it is not sure what a slash is. */
  unsureEnd: number
  /** The last word or sign of the code. */
  last: string
  /** What ends the texts that begin in the next line. */
  readonly heredocs: string[]
}

type Frame = StringFrame | HoleFrame

export interface StringFrame {
  readonly form: StringForm
  readonly close: string
  readonly start: number
  readonly isDocstring: boolean
}

export interface HoleFrame {
  readonly open: string
  readonly close: string
  depth: number
}
