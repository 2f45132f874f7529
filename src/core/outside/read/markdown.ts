import { Parser } from 'htmlparser2'
import MarkdownIt from 'markdown-it'

/** What GitHub shows of a comment: Markdown and HTML are one tree. Hidden marks are elements with the tag `!`. */
export interface Element {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: (Element | string)[]
}

/** Time and depth are bounded: deeper elements become part of the deepest that is kept. */
export function parseMarkdown(text: string): Element {
  const root: Element = { tag: 'body', attributes: {}, children: [] }
  const open: Element[] = [root]
  // Depth of what is open beyond the deepest element that is kept.
  let beyond = 0
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const element: Element = { tag, attributes, children: [] }
        if (open.length >= deepest) beyond += 1
        else {
          open.at(-1)!.children.push(element)
          open.push(element)
        }
      },
      onclosetag() {
        if (beyond > 0) beyond -= 1
        else if (open.length > 1) open.pop()
      },
      ontext(words) {
        open.at(-1)!.children.push(words)
      },
      oncomment(mark) {
        open.at(-1)!.children.push({ tag: '!', attributes: {}, children: [mark] })
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  parser.end(renderer.render(text))
  return root
}

const deepest = 60

const renderer = new MarkdownIt({ html: true, linkify: false, typographer: false })
