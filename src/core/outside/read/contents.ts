import type { OutsideReviewer } from '../reviewer.ts'
import type { OutsideItem } from '../types.ts'
import { type Candidate, type Context, fieldLabel, fileIn, isPlaceOnly, namesIssue, placeOf } from './candidate.ts'
import { tablesInJson } from './json-findings.ts'
import { fileNameOf } from './places.ts'
import { isEmptyTitle, isTitle, ownWords, type Role, roleOf, saysNone, weightOf } from './roles.ts'
import { asksForChange, belongs, isDetail, isProblemTitle, isStart } from './starts.ts'
import { countOf, rowCandidate } from './table-rows.ts'
import { itemOf, onePerPlace } from './to-item.ts'
import { type Block, readBlocks, type Section, type Table } from './tree/blocks.ts'
import { boldLead, isStruck, joined, linesOf, noWords, plain, type Words } from './tree/words.ts'
import { means } from './words.ts'

/** What a text holds: problems, sections that should hold some and are empty, and words that are part of neither. */
export interface Contents {
  readonly items: readonly OutsideItem[]
  /** Titles of sections for problems, and whether they are empty. */
  readonly sections: readonly { readonly title: string; readonly isEmpty: boolean }[]
  /** Sums of tables that count problems. */
  readonly counts: readonly number[]
  readonly loose: readonly Loose[]
}

export interface Loose {
  readonly words: Words
  readonly at: 'heading' | 'text' | 'fold' | 'small'
  readonly role: Role | null
}

export function readContents(text: string, reviewer?: OutsideReviewer): Contents {
  const candidates: Candidate[] = []
  const sections: { title: string; isEmpty: boolean }[] = []
  const counts: number[] = []
  const loose: Loose[] = []
  const prompts: Candidate[] = []
  walk(readBlocks(text, isTitle), { role: null, weight: null, file: null, isRemark: false }, candidates, 'text')
  const stated = onePerPlace(candidates.flatMap((candidate) => itemOf(candidate, reviewer)))
  const inPrompts = onePerPlace(
    prompts.flatMap((candidate) => itemOf(candidate, reviewer).map((item) => ({ ...item, inPrompt: true }))),
  )
  const placed = inPrompts.filter(({ file }) => file !== null)
  const isStated = stated.some(({ remark, file }) => !remark && (file !== null || placed.length === 0))
  return {
    items: isStated ? stated : onePerPlace([...(placed.length > 0 ? placed : inPrompts), ...stated]),
    sections,
    counts,
    loose,
  }

  function walk(blocks: readonly Block[], context: Context, into: Candidate[], at: Loose['at']): void {
    let current: Candidate | undefined
    const parts = blocks.flatMap(splitLines)
    const hasStart = parts.some((block) => isStart(block, context))
    for (const block of parts) {
      if (block.kind === 'section') {
        if (current !== undefined && isDetail(block)) current.blocks.push(block)
        else {
          current = undefined
          enter(block, context, into, at)
        }
      } else if (block.kind === 'table') readTable(block, context, into)
      else if (block.kind === 'code' && context.role === 'prompt')
        walk(readBlocks(promptText(block.text), isTitle), { ...context, role: 'issue' }, prompts, 'fold')
      else if (block.kind === 'code' && current === undefined && /^json/i.test(block.language))
        for (const table of tablesInJson(block.text)) readTable(table, context, into)
      else if (block.kind === 'code') current?.blocks.push(block)
      else if ((block.kind === 'entry' || block.kind === 'text') && emptySection(block.head) !== undefined)
        sections.push({ title: emptySection(block.head)!, isEmpty: true })
      else if (block.kind === 'entry' || block.kind === 'text') {
        const isField = current !== undefined && fieldLabel(block.head) !== undefined
        const joins =
          current !== undefined &&
          (isField ||
            (isPlaceOnly(block.head) && placeOf(current) === undefined) ||
            (block.kind === 'entry' ? belongs(block.head, current) : !current.isNamed && !isStart(block, context)))
        const begins =
          isStart(block, context) || (context.role === 'issue' && !hasStart && ownWords(plain(block.head)) > 3)
        if (joins) current!.blocks.push(block)
        else if (begins && !(block.kind === 'entry' && block.isTicked === true)) {
          const isIssue = context.role === null && namesIssue(block.head)
          const blocks: Block[] =
            block.kind === 'entry'
              ? [...block.blocks]
              : isIssue
                ? [{ kind: 'text', head: { ...noWords, marked: fileIn(plain(block.head)) } }]
                : []
          current = {
            head: block.head,
            blocks,
            context: isIssue ? { ...context, role: 'issue' } : context,
            isNamed: block.kind === 'entry',
          }
          into.push(current)
        } else if (block.kind === 'text' && context.role === null && asksForChange(block.head)) {
          into.push({
            head: block.head,
            blocks: [{ kind: 'text', head: { ...noWords, marked: fileIn(plain(block.head)) } }],
            context: { ...context, role: 'issue' },
            isNamed: true,
          })
        } else if (block.kind === 'text') {
          loose.push({ words: block.head, at: block.head.isSmall ? 'small' : at, role: context.role })
        }
      } else if (block.kind === 'rule') current = context.role === 'issue' ? current : undefined
    }
  }

  function enter(section: Section, around: Context, into: Candidate[], at: Loose['at']): void {
    const { head, blocks, isFolded } = section
    const title = plain(head)
    const own = roleOf(head) ?? (isFolded && means(title, 'reviewed') && !means(title, 'issue') ? 'extra' : null)
    const here = isFolded ? 'fold' : at
    loose.push({ words: head, at: isFolded ? 'fold' : 'heading', role: around.role })
    if (isStruck(head)) return
    const inherited = around.role === 'summary' && means(title, 'review') ? null : around.role
    const role = own === 'summary' && around.role === 'issue' ? 'issue' : (own ?? inherited)
    const file = fileNameOf(title) ?? around.file
    const context: Context = {
      role,
      weight: (own === 'issue' || own === null ? weightOf(head) : null) ?? around.weight,
      file,
      isRemark: around.isRemark || own === 'held' || isNitpick(title),
    }
    const inPrompt = own === 'prompt' || around.role === 'prompt'
    if (inPrompt) walk(blocks, { ...context, role: 'prompt' }, prompts, 'fold')
    else if (isProblemTitle(section, around))
      into.push({ head, blocks: [...blocks], context: { ...around, file, isRemark: context.isRemark }, isNamed: true })
    else if (own === 'held') {
      const drafts: Candidate[] = []
      walk(blocks, { ...context, role: 'issue' }, drafts, 'fold')
      into.push(...drafts.slice(0, 1))
    } else if (role === 'issue') enterIssues(section, context, own, into, here)
    else walk(blocks, context, into, here)
  }

  function enterIssues(section: Section, context: Context, own: Role | null, into: Candidate[], at: Loose['at']): void {
    const title = plain(section.head)
    const { blocks } = section
    const before = into.length
    if (!isEmptyTitle(title)) walk(blocks, context, into, at)
    const added = into.slice(before).some((candidate) => itemOf(candidate, reviewer).length > 0)
    if (own === 'issue')
      sections.push({
        title,
        isEmpty:
          !added && (isEmptyTitle(title) || blocks.every(isNothing)) && (blocks.length > 0 || isEmptyTitle(title)),
      })
  }

  function readTable({ head, rows }: Table, context: Context, into: Candidate[]): void {
    const count = countOf({ head, rows })
    if (count !== undefined) counts.push(count)
    else for (const row of rows) into.push(...rowCandidate(row, head, context))
  }
}

export function isNothing(block: Block): boolean {
  if (block.kind === 'text' || block.kind === 'entry') return saysNone(plain(block.head))
  return (
    block.kind === 'rule' || (block.kind === 'section' && roleOf(block.head) !== null && block.blocks.every(isNothing))
  )
}

/** "Critical issues: none" */
function emptySection(head: Words): string | undefined {
  const [, title, rest] = /^([^:：\n]{2,60})[:：]\s*([^\n]{1,60})$/.exec(plain(head)) ?? []
  if (title === undefined || rest === undefined || !saysNone(rest)) return undefined
  return isTitle(title) && roleOf({ ...noWords, marked: title }) === 'issue' ? title : undefined
}

/** A line that names a file stands alone, so that the list below is about it. */
export function promptText(text: string): string {
  return text.replace(/^(In|Review comments at)[ \n]+(?=`?@)/gm, '\n$1 ').replace(/^(In .*:)\n(?=- )/gm, '$1\n\n')
}

/** Several lines that each begin as an entry does. */
export function splitLines(block: Block): readonly Block[] {
  if (block.kind !== 'text' || !block.head.marked.includes('\n')) return [block]
  const lines = linesOf(block.head)
  const isEntry = (line: Words) =>
    fieldLabel(line) === undefined &&
    (boldLead(line) !== '' || /^[^\p{L}\p{N}\s`([-]/u.test(line.marked) || /^(?:[-•*]|\d{1,2}[.)])\s/.test(line.marked))
  if (lines.filter(isEntry).length < 2 || !isEntry(lines[0]!)) return [block]
  const parts: Block[] = []
  for (const line of lines) {
    const last = parts.at(-1)
    if (isEntry(line) || last?.kind !== 'text') parts.push({ kind: 'text', head: line })
    else parts[parts.length - 1] = { kind: 'text', head: joined([last.head, line], '\n') }
  }
  return parts
}

export function isNitpick(title: string): boolean {
  return /\bnit(?:s|picks?)?\b|pre-existing/i.test(title) && ownWords(title) <= 2
}
