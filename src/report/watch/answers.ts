import type { CollectedItem } from '../../core/watch/collected-item.ts'
import type { FixReply, ReplyTo } from '../../core/watch/fix-replies.ts'
import type { ItemGroup } from '../../core/watch/group-items.ts'
import { markOf, marksIn } from '../../core/watch/mark.ts'
import type { PersonComment } from '../../core/watch/person-comments.ts'
import { isUnconfirmed } from '../../core/watch/unconfirmed-fixes.ts'

/** An answer to one thread, or one comment for all that has no thread. */
export interface Answer {
  /** Null: below the pull request. */
  readonly thread: string | null
  readonly body: string
  readonly mark: string
}

/** How the words of agents and reviewers stand in a comment of ours: to be read, and nothing more. */
export interface Wording {
  /** On one line. */
  readonly prose: (words: string, longest: number) => string
  readonly code: (text: string) => string
}

/** Everything that is open and not answered gets one answer; what was left and is fixed now gets another. `commit`: what it cites, the one that will be the head. */
export function answersTo(
  groups: readonly ItemGroup[],
  replyTo: ReplyTo,
  commit: string,
  wording: Wording,
): readonly Answer[] {
  const due = groups.flatMap(({ id, members }) =>
    members
      .filter(({ isOpen }) => isOpen)
      .flatMap((item) => {
        const claim = replyTo(id, item)
        const isNew =
          item.answer === null || isUnconfirmed(item.answer) || (item.answer === 'skipped' && claim?.kind === 'fixed')
        return claim === undefined || !isNew ? [] : [{ item, claim }]
      }),
  )
  const threads = due.filter(({ item }) => item.isThread)
  const others = due.filter(({ item }) => !item.isThread)
  return [
    ...threads.map(({ item, claim }) => inThread(item, claim, commit, wording)),
    ...Array.from({ length: Math.ceil(others.length / mostBelow) }, (_, index) =>
      below(others.slice(index * mostBelow, (index + 1) * mostBelow), commit, wording),
    ),
  ]
}

/** As long as forges take a comment, whatever is said about each. */
const mostBelow = 20

function inThread(item: CollectedItem, claim: FixReply, commit: string, wording: Wording): Answer {
  const mark = markOf(claim.kind, `${item.key} ${commit}`)
  return { thread: item.source, body: `${sentence(item, claim, commit, wording)}\n\n${mark}`, mark }
}

/** One comment, with a line for each: what has no thread cannot be answered where it stands. */
function below(due: readonly { item: CollectedItem; claim: FixReply }[], commit: string, wording: Wording): Answer {
  const lines = due.map(({ item, claim }) => {
    const { file, line, url } = item
    const place = file === null ? '' : ` (${wording.code(`${file}${line === null ? '' : `:${line}`}`)})`
    // An address in the title would be the link, and not ours.
    const title = wording.prose(item.title.replace(/[[\]]|https?:\/\//gi, ''), longestTitle)
    return `- [${title || 'This'}](${url})${place}: ${sentence(item, claim, commit, wording)}`
  })
  const marks = due.map(({ item, claim }) => markOf(claim.kind, item.key))
  const mark = markOf('answers', `${commit} ${due.map(({ item }) => item.key).join(' ')}`)
  return { thread: null, body: `${lines.join('\n')}\n\n${[...marks, mark].join('\n')}`, mark }
}

function sentence({ heard }: CollectedItem, { kind, words }: FixReply, commit: string, { prose }: Wording): string {
  const said = prose(words, longestWords)
  const read = heard === null ? '' : ` (Read as "${heard.asks}": "${prose(heard.quote, longestTitle)}".)`
  if (kind === 'skipped') return `Left as it is: ${said}${read}`
  return `${said === '' ? `Fixed in ${commit}.` : `Fixed in ${commit}: ${said}`}${read}`
}

/** What an answer becomes whose commit could not be pushed; undefined: it claims nothing about that commit. */
export function withdrawn(body: string, commit: string): string | undefined {
  const cites = [
    ...marksIn(body, 'fixed').filter((key) => key.endsWith(` ${commit}`)),
    ...(marksIn(body, 'fixed').length > 0 ? marksIn(body, 'answers').filter((key) => key.startsWith(commit)) : []),
  ]
  if (cites.length === 0) return undefined
  return body
    .replaceAll(`Fixed in ${commit}`, `Not fixed yet: ${commit} could not be pushed`)
    .replace(/^<!-- review-loop (?:fixed|answers) /gm, '<!-- review-loop withdrawn ')
}

/** Answers to those who ask how something stands. */
export function explanations(
  comments: readonly PersonComment[],
  groups: readonly ItemGroup[],
  { prose }: Wording,
): readonly Answer[] {
  const asked = comments.filter(({ orders }) => orders.some(({ order }) => order === 'explain'))
  return asked.map(({ id, thread }) => {
    const about = groups.filter(({ members }) => thread === null || members.some(({ source }) => source === thread.id))
    const lines = about.slice(0, mostBelow).map(({ id: item, members, status, held }) => {
      const state = held ?? { open: 'to be fixed', left: 'left open', closed: 'closed' }[status]
      return `- ${item} ${prose(members[0]!.title, longestTitle)}: ${prose(state, longestTitle)}`
    })
    const mark = markOf('explained', id)
    const body = [lines.length === 0 ? 'Nothing is open here.' : lines.join('\n'), commandsText, mark].join('\n\n')
    return { thread: thread?.id ?? null, body, mark }
  })
}

const longestTitle = 200
const longestWords = 2000

/** Of what nobody has to do anything about. */
export const notActionable: FixReply = {
  kind: 'skipped',
  words: 'it is a matter of taste, or names no change to make.',
}

export const commandsText =
  'Whoever may write to this repository can answer with `/review-loop leave`, `fix`, `stop`, `retry` or `explain` on a line of its own: in a thread about that thread, below the pull request about the ids, files or lines that it names, else about everything.'
