import { blankFences } from '../text/fences.ts'
import { isPraise } from './range-sections.ts'

/** An inline comment that asks for nothing any more: its bot marked it as resolved, or it only praises. */
export function isSettledComment(text: string): boolean {
  const visible = blankFences(text)
  return (
    /^\W{0,20}[✅✓☑]\W*Resolved in\b/im.test(visible) ||
    /^\W{0,20}\*\*\W*LGTM\b(?!\W*(?:but|however|except)\b)/m.test(visible) ||
    isPraise(visible)
  )
}
