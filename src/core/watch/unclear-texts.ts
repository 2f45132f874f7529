import type { AskedText } from '../outside/asked/asked-text.ts'
import { classify } from '../outside/classify.ts'
import type { OutsideReviewer } from '../outside/reviewer.ts'
import { isAbout } from './about-head.ts'
import { isMarked } from './conversation.ts'
import type { Snapshot } from './snapshot.ts'
import { saidBy, textsOf } from './texts.ts'

/** What bots say about this head, or reply in open threads, and nothing explains. What somebody else edited is not their word: nobody asks about it. */
export function unclearTexts(snapshot: Snapshot, reviewers: readonly OutsideReviewer[]): readonly AskedText[] {
  const texts = textsOf(snapshot).flatMap((text) => {
    const { author, source, said } = text
    const isWord = said.editedBy === undefined && (source.kind === 'check' || author?.isBot === true)
    if (!isWord || source.kind === 'description' || (said.body ?? '').trim() === '') return []
    const { reviewer, why } = classify(said, reviewers)
    if (reviewer === null || why.source !== 'nothing' || !isAbout(text, snapshot)) return []
    return [{ body: said.body ?? '', where: `${source.kind} by ${said.login ?? reviewer}`, repliesTo: null }]
  })
  const replies = snapshot.threads.flatMap(({ isResolved, comments: [begun, ...others] }) =>
    others.flatMap(({ author, body, isHidden, editedBy }) => {
      const isWord = !isHidden && editedBy === undefined && author?.isBot === true && !isMarked({ body })
      if (isResolved || !isWord || begun === undefined) return []
      const { reviewer, why } = classify(saidBy(author, 'issue_comment', body), reviewers)
      return reviewer !== null && why.source === 'nothing'
        ? [{ body, where: `reply by ${author.login}`, repliesTo: begun.body }]
        : []
    }),
  )
  return [...new Map([...texts, ...replies].map((text) => [text.body, text])).values()]
}
