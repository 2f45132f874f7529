import { classify } from '../outside/classify.ts'
import { withPaths } from '../outside/shown-item.ts'
import { fencesOf } from '../outside/text/fences.ts'
import { withoutMarks } from '../outside/text/plain.ts'
import type { OutsideComment, OutsideItem } from '../outside/types.ts'
import { repositoryPath } from '../values/repository-path.ts'
import { beginning } from '../values/shortened.ts'
import { isAbout } from './about-head.ts'
import { asPosted } from './posted-review.ts'
import type { Question } from './question.ts'
import type { Snapshot } from './snapshot.ts'
import { type Text, textsOf } from './texts.ts'

// What one text of a pull request asks for.

export function textsIn(snapshot: Snapshot, question: Question): readonly Text[] {
  return textsOf(snapshot).map((text) => readAs(text, snapshot, question))
}

export function readAs(text: Text, { me }: Snapshot, { writers }: Question): Text {
  return asPosted(text, (login) => (login === me.login && !me.isBot) || writers.has(login))
}

export function isPerson({ author, source }: Text): boolean {
  return author !== null && !author.isBot && source.kind !== 'description'
}

export interface Said {
  readonly reviewer: string
  readonly by: string
  readonly item: OutsideItem
}

export function itemsIn(text: Text, { reviewers, pathOf, readings }: Question): readonly Said[] {
  if (isPerson(text)) return []
  const { reviewer, items } = classify(text.said, reviewers, readings)
  const name = reviewers.find(({ id }) => id === reviewer)?.name
  if (reviewer === null || name === undefined) return []
  return withPaths(items, pathOf).flatMap((item) => (item.remark ? [] : [{ reviewer, by: name, item: placed(item) }]))
}

/** Whatever a text says: a place that cannot be in the repository is none, and what is too long is cut. */
function placed(item: OutsideItem): OutsideItem {
  const file = item.file === null || item.file.length > longestPath ? null : (repositoryPath(item.file) ?? null)
  const lineIn = (line: number | null) =>
    line !== null && Number.isSafeInteger(line) && line > 0 && line <= lastLine ? line : null
  const line = lineIn(item.line)
  const start = lineIn(item.startLine)
  return {
    ...item,
    file,
    line: file === null ? null : line,
    startLine: file === null || line === null || start === null || start > line ? null : start,
    suggestion: file === null || line === null ? null : item.suggestion,
    title: beginning(item.title, 300),
    body: beginning(item.body, longestBody),
  }
}

const longestPath = 1000
const lastLine = 10_000_000
const longestBody = 20_000

/**
 * A reviewer that has something against this commit which is nowhere to be read: that is to be dealt with, too, or the end
 * would be an approval. What stands in its threads, open or closed, is read there; its last word about the commit counts.
 */
export function unreadIn(text: Text, snapshot: Snapshot, question: Question): readonly Said[] {
  const { reviewers, readings } = question
  const { reviewer, findsElsewhere } = classify(text.said, reviewers, readings)
  const name = reviewers.find(({ id }) => id === reviewer)?.name
  if (isPerson(text) || !findsElsewhere || name === undefined || text.said.state === 'DISMISSED') return []
  const { kind, id } = text.source
  const others = textsIn(snapshot, question).filter(
    (each) => !(each.source.kind === kind && each.source.id === id) && isAbout(each, snapshot),
  )
  const isRead = others.some((each) => {
    const means = classify(each.said, reviewers, readings)
    if (means.reviewer !== reviewer) return false
    if (each.source.kind === 'thread' || means.items.some(({ remark }) => !remark)) return true
    return (means.class === 'clean' || means.findsElsewhere) && (each.at ?? '') > (text.at ?? '')
  })
  const title = `${name} says it has findings, which could not be read: ${text.url}`
  return isRead ? [] : [{ reviewer: reviewer!, by: name, item: plainItem(text.said, title, text.said.body ?? '') }]
}

/** What a person with a say writes is to be dealt with: whether it is taste is not for us to judge. */
export function personItem({ author, said }: Text, body: string, actionable = true): Said {
  const line =
    withoutMarks(body)
      .split('\n')
      .map((each) => each.replace(/^[#>\s*-]+/, '').trim())
      .sort((one, other) => Number(one.startsWith('/review-loop')) - Number(other.startsWith('/review-loop')))
      .find((each) => each !== '') ?? ''
  const by = author?.login ?? 'somebody'
  const item = plainItem(said, beginning(line, 120), beginning(body, longestBody))
  return { reviewer: `@${by}`, by, item: { ...item, actionable } }
}

export function plainItem(
  { path, line }: Pick<OutsideComment, 'path' | 'line'>,
  title: string,
  body: string,
): OutsideItem {
  const suggestion = fencesOf(body).find(({ language }) => language === 'suggestion')?.content ?? null
  const nothing = { startLine: null, severity: null, pathHash: null, nativeId: null, remark: false, inPrompt: false }
  return { ...nothing, file: path, line, actionable: true, title, body, suggestion }
}
