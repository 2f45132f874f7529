import type { OutsideReviewer } from '../reviewer.ts'
import type { OutsideItem, Weight } from '../types.ts'
import { type Actionable, isActionable } from './actionable.ts'
import type { Place } from './places.ts'

export interface Statement {
  readonly where: Place | undefined
  readonly markup: string
  readonly title: string
  readonly severity: Weight | null
  readonly isRemark?: boolean
  readonly isInstructed?: boolean
}

export function createItem(
  { where, markup, title, severity, isRemark = false, isInstructed = false }: Statement,
  reviewer?: OutsideReviewer,
): OutsideItem {
  const judged: Actionable = {
    file: where?.file ?? null,
    severity,
    title,
    markup,
    isRemark,
    isInstructed,
    isOnlyBugs: reviewer?.onlyBugs === true,
  }
  return {
    file: where?.file ?? null,
    line: where?.end ?? null,
    startLine: where?.start ?? null,
    severity: severity ?? (isRemark ? 'low' : null),
    actionable: isActionable(judged),
    title: title.replace(kindLabel, ''),
    body: markup.trim(),
    suggestion: /^```suggestion[^\n]*\n([\s\S]*?)^```/m.exec(markup)?.[1] ?? null,
    pathHash: where?.pathHash ?? null,
    nativeId: nativeIdIn(markup, reviewer),
    remark: isRemark,
    inPrompt: false,
  }
}

/** `issue (bug_risk): `, `P1 (blocking): `: what kind of comment it is, which its severity says already. */
export const kindLabel =
  /^(?:issue|suggestion|nitpick|question|thought|todo|chore|P[0-4])(?:\s*\([\w ,-]{1,40}\))?:\s*(?=\S)/i

export function nativeIdIn(markup: string, reviewer: OutsideReviewer | undefined): string | null {
  const id = reviewer?.nativeIds?.map((pattern) => pattern.exec(markup)?.[1]).find((found) => found !== undefined)
  return id === undefined ? null : `${reviewer!.id}:${id}`
}
