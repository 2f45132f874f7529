import { withoutCalls } from '../outside/calls.ts'
import { redact } from '../values/redact.ts'
import type { OwnAnswer } from './conversation.ts'
import type { Gathered } from './gather.ts'
import { markOf } from './mark.ts'
import type { RaisedItem } from './raised.ts'

/** What is to be said about a problem: what was done, or why nothing was. */
export interface Claim {
  readonly kind: OwnAnswer
  readonly words: string
}

/** What is to be said about an item of a problem; undefined: nothing. */
export type ClaimOf = (problem: string, item: RaisedItem) => Claim | undefined

/** An answer to one thread, or one comment for all that has no thread. */
export interface Answer {
  /** Null: below the pull request. */
  readonly thread: string | null
  readonly body: string
  readonly mark: string
}

/** Everything that is open and not answered gets one answer; what was left and is fixed now gets another. `commit`: what it cites, the one that will be the head. */
export function answersTo(gathered: readonly Gathered[], claimOf: ClaimOf, commit: string): readonly Answer[] {
  const due = gathered.flatMap(({ id, members }) =>
    members
      .filter(({ isOpen }) => isOpen)
      .flatMap((item) => {
        const claim = claimOf(id, item)
        const isNew = item.answer === null || (item.answer === 'skipped' && claim?.kind === 'fixed')
        return claim === undefined || !isNew ? [] : [{ item, claim }]
      }),
  )
  const threads = due.filter(({ item }) => item.source.kind === 'thread')
  const others = due.filter(({ item }) => item.source.kind !== 'thread')
  return [
    ...threads.map(({ item, claim }) => inThread(item, claim, commit)),
    ...Array.from({ length: Math.ceil(others.length / mostBelow) }, (_, index) =>
      below(others.slice(index * mostBelow, (index + 1) * mostBelow), commit),
    ),
  ]
}

/** As long as forges take a comment, whatever is said about each. */
const mostBelow = 20

function inThread({ source, key }: RaisedItem, claim: Claim, commit: string): Answer {
  const mark = markOf(claim.kind, `${key} ${commit}`)
  return { thread: source.id, body: `${sentence(claim, commit)}\n\n${mark}`, mark }
}

/** One comment, with a line for each: what has no thread cannot be answered where it stands. */
function below(due: readonly { item: RaisedItem; claim: Claim }[], commit: string): Answer {
  const lines = due.map(({ item, claim }) => {
    const place = item.file === null ? '' : ` (\`${item.file}${item.line === null ? '' : `:${item.line}`}\`)`
    return `- [${harmless(item.title).slice(0, 200).replace(/[[\]]/g, '') || 'This'}](${item.url})${place}: ${sentence(claim, commit)}`
  })
  const marks = due.map(({ item, claim }) => markOf(claim.kind, item.key))
  const mark = markOf('answers', `${commit} ${due.map(({ item }) => item.key).join(' ')}`)
  return { thread: null, body: `${lines.join('\n')}\n\n${[...marks, mark].join('\n')}`, mark }
}

function sentence({ kind, words }: Claim, commit: string): string {
  const said = harmless(words)
  if (kind === 'skipped') return `Left as it is: ${said}`
  return said === '' ? `Fixed in ${commit}.` : `Fixed in ${commit}: ${said}`
}

const longestWords = 2000

/** Words of an agent where bots read them: nobody is called by them, nothing is started, and nothing is marked. */
export function harmless(words: string): string {
  const line = redact(words, [])
    .replace(/<!--|-->/g, '')
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .join(' ')
  return withoutCalls(line).slice(0, longestWords).trim()
}

/** Of what nobody has to do anything about. */
export const notActionable: Claim = {
  kind: 'skipped',
  words: 'it is a matter of taste, or names no change to make.',
}
