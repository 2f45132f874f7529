import { oneLine } from '../loop/findings-document.ts'
import { beginning } from '../values/shortened.ts'
import { type Section, sectionText, splitSections } from './markdown/sections.ts'

/** What is to be done, in the parts that a session begins with. */
export interface WorkItem {
  readonly title: string
  readonly problem: string
  readonly context: string
  readonly criteria: string
}

const longestTitle = 72

/** A sentence, or a document with headings: its title, `Context` and `Acceptance Criteria` are parts of their own. */
export function readWorkItem(text: string): WorkItem {
  const { before, sections } = splitSections(text.trim(), 2)
  const title = sections.find(({ level }) => level === 1)
  const part = (name: RegExp) => sections.find(({ heading }) => name.test(heading))
  const [context, criteria] = [part(/^context$/i), part(/^acceptance(?: criteria)?$/i)]
  const rest = sections.filter((section) => section !== context && section !== criteria)
  const problem = [sectionText({ lines: before }), ...rest.map((section) => whole(section, section === title))]
  const said = problem.filter((each) => each !== '').join('\n\n')
  return {
    title: shortTitle(title?.heading || withoutComments(said) || text),
    problem: said || shortTitle(title?.heading ?? text),
    context: context === undefined ? '' : sectionText(context),
    criteria: criteria === undefined ? '- The work item is done as described, with tests.' : sectionText(criteria),
  }
}

/** The title itself is not repeated. */
function whole(section: Section, isTitle: boolean): string {
  const body = sectionText(section)
  return isTitle ? body : `### ${section.heading}\n${body}`.trimEnd()
}

/** Templates begin with words that nobody is to see. */
function withoutComments(text: string): string {
  return text.replace(/<!--[\s\S]*?-->/g, '').trim()
}

/** The first line or sentence without its mark, short enough for a heading and a commit. */
export function shortTitle(text: string): string {
  const unmarked = text.trim().replace(/^(?:#{1,6}|[-*+])\s+/, '')
  const [first = ''] = unmarked.split(/\n|(?<=[.!?])\s/)
  const line = oneLine(first).replace(/[.:\s]+$/, '')
  if (line.length <= longestTitle) return line
  return `${beginning(line, longestTitle - 1).replace(/\s+\S*$/, '')}…`
}
