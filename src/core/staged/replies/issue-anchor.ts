import { repositoryPath } from '../../values/repository-path.ts'

/** Where a reviewer says that an issue is. */
export interface Anchor {
  /** Relative to the repository, where it can be; otherwise as it was spelled, as for a file in another checkout. */
  readonly file: string | null
  readonly line: number | null
}

/** The first `File:` of an issue, and the text without it where it says no more than the place. */
export function readAnchor(text: string): Anchor & { readonly text: string } {
  const rows = text.split('\n')
  for (const [index, row] of rows.entries()) {
    const { at, place } = placeIn(row, index > 0)
    const anchor = place === undefined ? undefined : readPlace(place)
    if (anchor === undefined) continue
    const { isAll, ...found } = anchor
    const kept = row.slice(0, at).trimEnd()
    const without = [...rows.slice(0, index), ...(kept === '' ? [] : [kept]), ...rows.slice(index + 1)]
    return { ...found, text: isAll ? without.join('\n').trim() : text }
  }
  return { text, file: null, line: null }
}

/**
 * Whether an issue that names no file ought to name one. It cannot where what it misses is not there, nor where the work is in
 * another place altogether.
 */
export function needsAnchor(text: string): boolean {
  return !isDivergence.test(text) && !isAbsence.test(text)
}

const isDivergence =
  /\bdiverg\w*|\bworktrees?\b|\b(?:other|different|another|wrong|second) (?:checkout|clone|repository|workspace)\b/i

const describing = '(?:(?!(?:in|of|for|to|on|at|when|from) )\\w+[ -]){0,3}'
const thing = `${describing}(?:tests?|test (?:strategy|plan)|coverage|files?|modules?|implementation|steps?|sections?|migrations?|documentation|docs|changelog|readme|criteri(?:on|a)|requirements?|features?|endpoints?|routes?|commands?)`
const few = '[^.,;:\\n]{0,60}?'
const which = `(?:for|of|about|that|which) ${few}`
const participle = '(?:implemented|added|created|written|done|carried out|tested|covered|there)'
const isAbsence = new RegExp(
  [
    `\\b(?:missing|no|lacks?|lacking|without|omits?|forgot)(?: any| a| an| the)? ${thing}\\b`,
    `\\b${thing}(?: ${which})? (?:is|are|was|were) (?:still )?(?:missing|absent|omitted|skipped|forgotten)(?=[.,;:]|$| (?:from|in|for|and) )`,
    `\\b(?:criteri(?:on|a)|requirements?)${few} (?:is|are|was|were)(?: not|n['’]t)(?: yet)? (?:met|fulfilled|satisfied)\\b`,
    `\\bthere is nothing (?:that|which|to)\\b|\\bnothing (?:tests|covers|documents)\\b`,
    `(?:\\b(?:readme|changelog|docs|documentation)|\\.md\\b\`?)(?: still)? (?:lacks?|omits?|(?:does|do)(?: not|n['’]t) (?:mention|describe|say))\\b`,
    `\\b(?:does|do|did) not exist\\b|\\bdoesn['’]t exist\\b|\\buntested\\b`,
    `\\b(?:is|are|was|were|has|have)(?: not|n['’]t| never)(?: been)? ${participle}\\b`,
  ].join('|'),
  'im',
)

/** On a line of its own the path may stand without back-ticks; in a sentence it may not. */
function placeIn(row: string, isOwnLine: boolean): { readonly at: number; readonly place: string | undefined } {
  const own = isOwnLine
    ? /^(?:[-*+][ \t]+)?(?:\*\*|__)?Files?(?::(?:\*\*|__)?|(?:\*\*|__):)[ \t]*(.+)$/i.exec(row.trimStart())
    : null
  if (own !== null) return { at: 0, place: own[1] }
  const inline = /(?:^|[ \t(])(?:\*\*)?File(?::(?:\*\*)?|\*\*:)[ \t]*(`.+)$/.exec(row)
  return { at: inline?.index ?? 0, place: inline?.[1] }
}

function readPlace(place: string): (Anchor & { readonly isAll: boolean }) | undefined {
  const [, ticked, bare, rest = ''] = /^(?:`([^`]+)`|([^\s,;`]*[./][^\s,;`]*))(.*)$/.exec(place) ?? []
  const [, spelling = '', colon] = /^(.*?)(?:(?::|#L)(\d{1,9}))?$/.exec((ticked ?? bare ?? '').trim()) ?? []
  if (spelling === '' || placeholder.test(spelling)) return undefined
  const said = saidLine.exec(rest.replace(/\s+/g, ' '))
  const number = Number(colon ?? said?.[1] ?? /\blines?\s+~?(\d{1,9})/i.exec(rest)?.[1] ?? 0)
  return { file: repositoryPath(spelling) ?? spelling, line: number > 0 ? number : null, isAll: said !== null }
}

const saidLine =
  /^[ ,;:(]*(?:(?:around|at|near|about|approximately|~) ?)?(?:(?:lines? ?)?~?(\d{1,9})|lines? N)?[ ).]*$/i

/** The words of the schema itself, and those for no file at all. */
const placeholder = /^(?:path\/(?:to\/)?file\.ext|n\/a|none\.?|unknown|\.+|…)$/i
