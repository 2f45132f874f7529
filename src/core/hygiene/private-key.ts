import { keyHeader } from '../secrets/structured.ts'

export interface KeyStart {
  readonly path: string
  readonly line: number
  readonly text: string
}

export interface KeyTracker {
  /** Told every added line, in order. Returns where the key begins as soon as its first line of content proves it to be one. */
  follow(
    path: string,
    line: number,
    text: string,
    mayBegin: boolean,
  ): { start: KeyStart | null; content: string | null }
}

const nothing = { start: null, content: null }
const header = /^\s*(?:[A-Za-z][\w-]*: .*)?$/
const content = /^[\s"'`|+>#*/-]*([A-Za-z0-9+/=]{24,})(?:\\[nr])*[\s"'`+,;\\)]*$/

/** Follows private keys over lines: the head alone is often only spoken of, the content is what must not be there. */
export function createKeyTracker(): KeyTracker {
  let start: KeyStart | null = null
  let inside = false
  let path = ''
  let line = 0

  return { follow }

  function follow(nextPath: string, nextLine: number, text: string, mayBegin: boolean) {
    const goesOn = nextPath === path && nextLine === line + 1
    path = nextPath
    line = nextLine
    if (mayBegin && keyHeader.test(text)) {
      start = { path, line, text }
      inside = false
      return nothing
    }
    if (start === null && !inside) return nothing
    return goesOn ? readContent(text) : forget()
  }

  function readContent(text: string) {
    const match = content.exec(text)
    if (match !== null) {
      const found = { start, content: match[1]! }
      start = null
      inside = true
      return found
    }
    // Old keys have a few lines about themselves before the content.
    return start !== null && header.test(text) ? nothing : forget()
  }

  function forget() {
    start = null
    inside = false
    return nothing
  }
}
