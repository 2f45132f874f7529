import type { PersonComment } from '../../core/watch/person-comments.ts'
import type { Post } from '../../core/watch/read-posts.ts'

import { visibleLine } from '../visible.ts'

/** How each text was understood, and which source and rule say so. */
export function whyLines(posts: readonly Post[], comments: readonly PersonComment[]): readonly string[] {
  return [...posts.flatMap(reviewerLine), ...comments.map(personLine)].map((line) => `   ${visibleLine(line)}`)
}

function reviewerLine({ kind, url, isOwn, isAboutHead, means }: Post): readonly string[] {
  const { reviewer, class: said, why } = means
  if (reviewer === null || isOwn || kind === 'reply') return []
  const commit = isAboutHead ? '' : ', about another commit'
  return [`${reviewer}, ${kind}${commit}: ${said} (${why.source}: ${why.rule})${url === '' ? '' : ` ${url}`}`]
}

function personLine({ by, kind, url, orders, heard }: PersonComment): string {
  const said = orders.length === 0 ? 'asks for nothing' : orders.map(({ order }) => order).join(', ')
  return `${by}, ${kind}: ${said} (${heard === null ? 'its own words' : `agent: "${heard.quote}"`}) ${url}`
}
