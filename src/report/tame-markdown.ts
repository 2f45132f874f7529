import { withoutCalls } from '../core/outside/calls.ts'
import { visible } from './visible.ts'

/**
 * Markdown that somebody else wrote: headings, lists, emphasis and code stay; HTML, images, links with another name, fences
 * that would swallow what follows, and calls do not.
 */
export function tameMarkdown(text: string, longest: number): string {
  // The gap that keeps a name from being called is put in again below.
  const shown = visible(text.replaceAll('\u200b', ''))
    .replace(/<(?!https?:\/\/[^\s<>]*>)/g, '&lt;')
    .replace(/!\[/g, '!\\[')
    .replace(/\](?=[(:[])/g, '\\]')
    .replace(/^([ \t]*(?:[-*>][ \t]+)?)([`~]{3,})/gm, '$1\\$2')
  const tame = withoutCalls(shown).trim()
  if (tame.length <= longest) return tame
  const lastGap = tame.lastIndexOf(' ', longest)
  return `${tame.slice(0, lastGap > 0 ? lastGap : longest).trim()}\n\n…`
}
