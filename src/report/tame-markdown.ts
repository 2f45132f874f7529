import { isPlainAddress, withoutCalls } from '../core/outside/calls.ts'
import { unlinked } from './markdown-text.ts'
import { visible } from './visible.ts'

/**
 * Markdown that somebody else wrote: headings, lists, emphasis and code stay; HTML, images, links with another name, fences
 * that would swallow what follows, and calls do not.
 */
export function tameMarkdown(text: string, longest: number): string {
  // The gap that keeps a name from being called is put in again below.
  const shown = visible(text.replaceAll('\u200b', '').trim()).replace(/^([ \t]*(?:[-*>][ \t]+)?)(~{3,})/gm, '$1\\$2')
  const tame = withoutCalls(tameAroundCode(shown)).trim()
  if (tame.length <= longest) return tame
  const lastGap = tame.lastIndexOf(' ', longest)
  return `${beforeOpenCode(tame.slice(0, lastGap > 0 ? lastGap : longest)).trim()}\n\n…`
}

/**
 * What stays as it is. Nothing may be taken for code that is none: it ends on its line and in its cell. Longer marks than two
 * could be fences.
 */
const whole = /\\[\\`]|<https?:\/\/[^\s<>`]*>|(?<!`)(`{1,2})(?!`)[^`\n|]+\1(?!`)/g

function tameAroundCode(text: string): string {
  let result = ''
  let end = 0
  for (const { 0: found, index } of text.matchAll(whole)) {
    if (found.startsWith('<') && !isPlainAddress(found)) continue
    result += tameText(text.slice(end, index)) + found
    end = index + found.length
  }
  return result + tameText(text.slice(end))
}

function tameText(text: string): string {
  return unlinked(text)
    .replaceAll('`', '\\`')
    .replace(ampersands, '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/!\[/g, '!\\[')
    .replace(/\](?=[(:[])/g, '\\]')
}

/** Those of our own summaries are escaped already. */
const ampersands = /&(?!(?:amp|lt|gt);)/gi

/** Code that was cut off would be none any more. */
function beforeOpenCode(text: string): string {
  const open = text.replace(whole, (found) => ' '.repeat(found.length)).indexOf('`')
  return open === -1 ? text : text.slice(0, open)
}
