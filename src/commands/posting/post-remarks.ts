import { reviewMark } from '../../core/post/marks.ts'
import type { PostPlan } from '../../core/post/plan.ts'
import type { HandedFinding, Handoff } from '../../core/post/read-handoff.ts'
import type { Forge, Remark } from '../../forge/forge.ts'
import { type Posted, refusedText } from '../../report/post/post-outcome.ts'
import { forkRemarkText, remarkText } from '../../report/post/post-remark.ts'
import { reviewText } from '../../report/post/post-summary.ts'
import { settle } from './settle.ts'

interface Target {
  readonly forge: Forge
  readonly number: number
  readonly handoff: Pick<Handoff, 'head'>
  readonly isFromFork: boolean
}

/** Gives those that could not be put on their lines. */
export async function postRemarks(
  { forge, number, handoff: { head }, isFromFork }: Target,
  { remarks }: Pick<PostPlan, 'remarks'>,
  posted: Posted,
  notices: string[],
): Promise<readonly HandedFinding[]> {
  if (remarks.length === 0) return []
  const findings = new Map(
    remarks.flatMap((finding) => remarkOf(finding, isFromFork).map((remark) => [remark, finding] as const)),
  )
  const textFor = (some: readonly Remark[]) => {
    const ids = some.flatMap((remark) => findings.get(remark)?.id ?? [])
    const mark = reviewMark(head, ids)
    return { body: reviewText({ head }, some.length, mark), mark }
  }
  const written = await forge.review(number, { commit: head, textFor, remarks: [...findings.keys()] })
  const reviewed = settle(written, 'Comments on lines', notices)
  if (reviewed === undefined) return remarks
  const { refused } = reviewed
  if (refused.length > 0) notices.push(refusedText(refused))
  posted.remarks = remarks.length - refused.length
  return refused.flatMap(({ remark }) => findings.get(remark) ?? [])
}

function remarkOf(finding: HandedFinding, isFromFork: boolean): Remark[] {
  const { file, line, endLine } = finding
  if (file === null || line === null) return []
  return [
    {
      path: file,
      line,
      endLine: Math.max(line, endLine ?? line),
      body: (isFromFork ? forkRemarkText : remarkText)(finding, true),
    },
  ]
}
