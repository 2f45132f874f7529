import { fence } from '../agents/fence.ts'
import { fillTemplate } from '../agents/template.ts'
import { readCriteria } from './story-criteria.ts'

/** What a change is to fulfil. */
export interface Story {
  readonly id: string | null
  readonly title: string
  /** One line each, never empty. */
  readonly criteria: readonly string[]
}

/** A story file (Markdown, with or without front matter). A story without criteria could not be held against anything: a problem. */
export function readStory(markdown: string): { readonly value: Story } | { readonly problems: readonly string[] } {
  const text = markdown.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const { front, body } = splitFrontMatter(text)
  const criteria = readCriteria(body)
  const problems = problemsOf(text, criteria)
  if (problems.length > 0) return { problems }
  const heading = /^#{1,6}[ \t]+(.+?)[ \t]*#*$/m.exec(body)?.[1] ?? ''
  const named = storyName.exec(heading)
  const id = front.get('id') ?? named?.[1] ?? null
  return {
    value: { id, title: front.get('title') ?? named?.[2] ?? (heading === '' ? 'the story' : heading), criteria },
  }
}

/** 'Story 1.2', as findings documents and questions call it. */
export function storyTitle({ id, title }: Pick<Story, 'id' | 'title'>): string {
  return id === null ? title : `Story ${id}`
}

/** A part of a prompt, from prompts/story.md or prompts/fixer-story.md. The text of the story is data in it. */
export function storySection(template: string, { id, title, criteria }: Story): string {
  const lines = [`${id === null ? '' : `${id}: `}${title}`, ...criteria.map((text, index) => `${index + 1}. ${text}`)]
  return fillTemplate(template, { story: fence('story', lines.join('\n')) })
}

const longestCriteria = 20_000

function problemsOf(text: string, criteria: readonly string[]): readonly string[] {
  if (text.trim() === '') return ['The story is empty.']
  if (criteria.length === 0)
    return ['The story has no acceptance criteria: write them as a list under a heading "Acceptance Criteria".']
  const length = criteria.reduce((sum, criterion) => sum + criterion.length, 0)
  return length <= longestCriteria
    ? []
    : [`The acceptance criteria have ${length} characters; ${longestCriteria} are the most a reviewer can be given.`]
}

/** 'Story 1.2: Log in', '1.2 - Log in', 'Story 7 Log in' */
const storyName = /^(?:(?:user\s+)?story\s+#?|(?=\d+[.-]\d))([\w.-]*\d[\w.-]*?)(?:\s*[:–—]\s*|\s+-\s+|\s+)(.+)$/i

function splitFrontMatter(text: string): { readonly front: ReadonlyMap<string, string>; readonly body: string } {
  const match = /^---[ \t]*\n([\s\S]*?)\n---[ \t]*(?:\n|$)/.exec(text)
  if (match === null) return { front: new Map(), body: text }
  const pairs = [...(match[1] ?? '').matchAll(/^(id|title):[ \t]*(.*?)[ \t]*$/gm)]
  const values = pairs.map(([, key = '', value = '']) => [key, unquoted(value)] as const)
  return { front: new Map(values.filter(([, value]) => value !== '')), body: text.slice(match[0].length) }
}

function unquoted(value: string): string {
  return /^(["'])(.*)\1$/.exec(value)?.[2] ?? value
}
