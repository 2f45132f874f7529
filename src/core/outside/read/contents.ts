import type { OutsideReviewer } from '../reviewer.ts'
import type { OutsideItem } from '../types.ts'
import { collect } from './collect.ts'
import { plain } from './inline.ts'
import { isDismissed, itemsOf, onePerPlace } from './item.ts'
import { readLines } from './lines.ts'
import type { Loose } from './loose.ts'
import { noContext, type Problem, placeOf, statementIn } from './problem.ts'
import { isEmptyTitle, saysNone } from './roles.ts'

/** What a text holds: problems, sections that should hold some and are empty, and words that are part of neither. */
export interface Contents {
  readonly items: readonly OutsideItem[]
  /** What prompts for agents say, which may be the same again. */
  readonly prompted: readonly OutsideItem[]
  /** Titles of sections for problems, and whether they are empty. */
  readonly sections: readonly { readonly title: string; readonly isEmpty: boolean }[]
  /** Of tables that count problems. */
  readonly counts: readonly number[]
  readonly loose: readonly Loose[]
}

/** No reviewer has more to say, and what a stranger writes must not take long to read. */
const most = 500

export function readContents(text: string, reviewer?: OutsideReviewer): Contents {
  const { roots, prompts, nested, loose, counts, sections } = collect(readLines(text), noContext, reviewer)
  const groups: { title: string; isEmpty: boolean }[] = [...sections]
  const asides = new Set<OutsideItem>()
  const siblings = new Map<OutsideItem, Problem>()
  const stated = itemsIn(roots)
  const prompted = itemsIn(prompts).map((item) => ({ ...item, inPrompt: true }))
  const isPlaced = stated.some(({ remark, file }) => !remark && file !== null)
  const others = prompted.filter(({ file, line }) => file !== null && line !== null)
  const items = isPlaced
    ? onePerPlace([...stated, ...others.filter((item) => !stated.some((other) => isSamePlace(item, other)))], siblings)
    : onePerPlace(
        [...prompted, ...stated.filter(({ remark, line }) => prompted.length === 0 || !remark || line !== null)],
        siblings,
      )
  return { items, prompted: [...prompted, ...itemsIn(nested)], sections: groups, counts, loose }

  /** What is only suggested, or held back, counts where nothing with a place is stated. */
  function itemsIn(problems: readonly Problem[]): readonly OutsideItem[] {
    const all = problems.slice(0, most).flatMap((problem) => resolved(problem, problems))
    const firm = all.filter((item) => !asides.has(item))
    return onePerPlace(firm.some(({ line }) => line !== null) ? firm : all, siblings)
  }

  /**
   * A title with a place of its own is one problem, whatever places are named below it. Without one it is what it holds: several
   * problems, or the one that its only place belongs to.
   */
  function resolved(problem: Problem, list: readonly Problem[]): readonly OutsideItem[] {
    const { isGroup, kids, context, head } = problem
    if (!isGroup && isDismissed(problem)) return []
    const own = isGroup ? [] : itemsOf(problem, reviewer)
    for (const item of own) {
      siblings.set(item, list.find(({ kind }) => kind === problem.kind)!)
      if (context.isAside && (context.role === 'held' || (item.line === null && (item.severity ?? 'low') === 'low')))
        asides.add(item)
    }
    const isPlaced = placeOf({
      ...problem,
      body: problem.body.filter(({ kind }) => kind !== 'entry' && kind !== 'title'),
    })
    if (!isGroup && own.length > 0 && isPlaced !== undefined && isPlaced.end !== null) return own
    const inner = kids.flatMap((kid) => resolved(kid, kids))
    const firm = inner.filter(({ line, severity }) => line !== null || severity !== context.weight)
    if (isGroup) {
      const text = kids.length > 0 || isEmptyTitle(plain(head)) ? undefined : statementIn(problem)
      const items = text === undefined ? inner : itemsOf(text, reviewer)
      if (context.role !== 'held')
        groups.push({
          title: plain(head),
          isEmpty: items.length === 0 && (isEmptyTitle(plain(head)) || isEmpty(problem)),
        })
      return context.role === 'held' ? items.slice(0, 1) : items
    }
    return own.length > 0 && firm.length === 0 ? own : inner
  }
}

/** A prompt is not exact about lines. */
function isSamePlace(one: OutsideItem, other: OutsideItem): boolean {
  const [start, end] = [one.startLine ?? one.line ?? 0, one.line ?? 0]
  return (
    one.file === other.file && (other.line === null || ((other.startLine ?? other.line) <= end && other.line >= start))
  )
}

function isEmpty({ body }: Problem): boolean {
  return (
    body.length > 0 && body.every(({ kind, words }) => kind === 'rule' || kind === 'title' || saysNone(plain(words)))
  )
}
