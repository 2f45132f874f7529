import type { OutsideReviewer } from '../reviewer.ts'
import type { OutsideItem } from '../types.ts'
import { type Candidate, type Context, fieldLabel, fileIn, isPlaceOnly, namesIssue, placeOf } from './candidate.ts'
import { tablesInJson } from './json-findings.ts'
import {
  emptySection,
  isAdvert,
  isButtonOrDone,
  isNitpick,
  isNothing,
  isSuggestion,
  promptText,
  splitLines,
  statusHead,
  taggedPlace,
} from './parts.ts'
import { fileNameOf, linkedPlaceIn, placeIn } from './places.ts'
import { isEmptyTitle, isTitle, ownWords, type Role, roleOf, weightOf } from './roles.ts'
import { asksForChange, belongs, formOf, isDetail, isProblemTitle, isStart } from './starts.ts'
import { countOf, rowCandidate } from './table-rows.ts'
import { itemOf, onePerPlace } from './to-item.ts'
import { type Block, readBlocks, type Section, type Table } from './tree/blocks.ts'
import { isStruck, noWords, plain, type Words } from './tree/words.ts'
import { means } from './words.ts'

/** No reviewer has more to say, and what a stranger writes must not take long to read. */
const most = 500

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
  walk(
    readBlocks(text, isTitle),
    { role: null, weight: null, file: null, isRemark: false, aside: null },
    candidates,
    'text',
  )
  const lists = new Map<OutsideItem, unknown>()
  const stated = itemsOf(candidates, false)
  const inPrompts = itemsOf(prompts, true)
  const placed = inPrompts.filter(({ file }) => file !== null)
  const isStated = stated.some(({ remark, file }) => !remark && (file !== null || placed.length === 0))
  const firm = placed.length > 0 ? placed : inPrompts
  return {
    items: isStated
      ? stated
      : onePerPlace([...firm, ...(firm.length > 0 ? stated.filter(({ remark }) => !remark) : stated)], lists),
    sections,
    counts,
    loose,
  }

  function itemsOf(given: readonly Candidate[], inPrompt: boolean): readonly OutsideItem[] {
    const read = given.slice(0, most).map((candidate) => {
      const items = itemOf(candidate, reviewer).map((item) => ({ ...item, inPrompt }))
      for (const item of items) lists.set(item, candidate.list)
      return [candidate.context, items] as const
    })
    const isFirm = read.some(([{ aside }, items]) => aside === null && items.some(({ line }) => line !== null))
    const kept = read.filter(([{ aside }, items]) => {
      if (aside === 'held') return !isFirm
      const isLoose = items.every(({ line, severity }) => line === null && (severity === null || severity === 'low'))
      return aside === null || !isFirm || !isLoose
    })
    return onePerPlace(
      kept.flatMap(([, items]) => items),
      lists,
    )
  }

  function walk(blocks: readonly Block[], context: Context, into: Candidate[], at: Loose['at']): void {
    let current: Candidate | undefined
    const parts = blocks.flatMap(splitLines)
    const form = parts.map(formOf).find((found) => found !== undefined)
    const starts = (block: Block) => isStart(block, context, form)
    const hasStart = parts.some(starts)
    const isPlaced = parts.some(
      (block) => block.kind === 'section' && block.level === 8 && placeIn(plain(block.head)) !== undefined,
    )
    for (const block of parts) {
      if (block.kind === 'section') {
        if (current !== undefined && (isDetail(block) || (form !== undefined && block.level >= 8)))
          current.blocks.push(block)
        else {
          current = undefined
          enter(block, context, into, at, { list: blocks, isPlaced })
        }
      } else if (block.kind === 'table') readTable(block, context, into)
      else if (block.kind === 'code' && (context.role === 'prompt' || taggedPlace.test(block.text)))
        walk(readBlocks(promptText(block.text), isTitle), { ...context, role: 'issue' }, prompts, 'fold')
      else if (block.kind === 'code' && current === undefined && /^json/i.test(block.language))
        for (const table of tablesInJson(block.text)) readTable(table, context, into)
      else if (block.kind === 'code') current?.blocks.push(block)
      else if ((block.kind === 'entry' || block.kind === 'text') && emptySection(block.head) !== undefined)
        sections.push({ title: emptySection(block.head)!, isEmpty: true })
      else if (block.kind === 'entry' || block.kind === 'text') {
        const label = fieldLabel(block.head)
        const isField =
          current !== undefined && label !== undefined && !(label === 'file' && placeOf(current) !== undefined)
        const joins =
          current !== undefined &&
          (isField ||
            (isPlaceOnly(block.head) &&
              (placeOf(current) === undefined || linkedPlaceIn([plain(block.head)]) !== undefined)) ||
            (form !== undefined
              ? !starts(block)
              : block.kind === 'entry'
                ? belongs(block.head, current)
                : !current.isNamed && !starts(block)))
        const begins =
          starts(block) ||
          (context.role === 'issue' && !hasStart && ownWords(plain(block.head)) > 3 && !isAdvert(block.head))
        if (joins) current!.blocks.push(block)
        else if (begins && !(block.kind === 'entry' && isButtonOrDone(block))) {
          const isIssue = context.role === null && namesIssue(block.head)
          const below: Block[] =
            block.kind === 'entry'
              ? [...block.blocks]
              : isIssue
                ? [{ kind: 'text', head: { ...noWords, marked: fileIn(plain(block.head)) } }]
                : []
          current = {
            head: block.head,
            blocks: below,
            context: isIssue ? { ...context, role: 'issue' } : context,
            isNamed: block.kind === 'entry',
            list: blocks,
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

  function enter(
    section: Section,
    around: Context,
    into: Candidate[],
    at: Loose['at'],
    { list, isPlaced }: { readonly list: unknown; readonly isPlaced: boolean },
  ): void {
    const { head, blocks, isFolded } = section
    const title = plain(head)
    const isAside = reviewer?.remarks?.test(title) === true
    const own = isAside
      ? 'held'
      : (roleOf(head) ?? (isFolded && means(title, 'reviewed') && !means(title, 'issue') ? 'extra' : null))
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
      aside: own === 'held' ? 'held' : own === 'issue' ? (isSuggestion(title) ? 'suggested' : null) : around.aside,
    }
    const inPrompt = own === 'prompt' || around.role === 'prompt'
    if (inPrompt) walk(blocks, { ...context, role: 'prompt' }, prompts, 'fold')
    else if (isProblemTitle(section, around) || (isPlaced && section.level === 8 && role === 'issue'))
      into.push({
        head,
        blocks: [...blocks],
        context: {
          ...around,
          role: around.role === 'summary' ? 'issue' : around.role,
          file,
          isRemark: context.isRemark,
        },
        isNamed: true,
        list,
      })
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
    if (own === 'issue' && !context.isRemark)
      sections.push({
        title,
        isEmpty:
          !added && (isEmptyTitle(title) || blocks.every(isNothing)) && (blocks.length > 0 || isEmptyTitle(title)),
      })
  }

  function readTable({ head, rows }: Table, context: Context, into: Candidate[]): void {
    const count = countOf({ head, rows })
    const status = head.findIndex((cell) => statusHead.test(plain(cell)))
    for (const row of rows.slice(0, 3))
      if (row[status] !== undefined) loose.push({ words: row[status], at: 'text', role: context.role })
    if (count !== undefined) counts.push(count)
    else for (const row of rows) into.push(...rowCandidate(row, head, context))
  }
}
