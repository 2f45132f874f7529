import type { RawFinding } from '../../types.ts'
import { type ParsedReview, parseReview } from '../agents/parse-review.ts'
import type { RawReply } from '../agents/raw-reply.ts'
import type { ReadReply } from '../agents/read-reply.ts'
import { type KnownPaths, pathsMeant } from '../values/repository-path.ts'
import { answersForLines } from './coverage.ts'
import type { Assignment } from './plan-panel.ts'

/**
 * A reviewer's answer. All its findings would be discarded if none of them quotes code or names a file of the change: then
 * whoever has to answer for the lines has not shown that it saw them, and says it again.
 */
export function readAnswer(
  reply: RawReply,
  { name, role }: Pick<Assignment, 'name' | 'role'>,
  changed: KnownPaths,
): ReadReply<ParsedReview> {
  const read = parseReview(reply, name)
  if ('problems' in read || !answersForLines(role)) return read
  const { findings } = read.value
  const problems = findings.flatMap((finding, index) => problemOf(finding, `findings.${index}`, changed))
  return findings.length > 0 && problems.length === findings.length ? { problems } : read
}

function problemOf({ file, evidence }: RawFinding, key: string, changed: KnownPaths): readonly string[] {
  if (file !== null && pathsMeant(file, changed).length === 0) {
    return [
      `${key}.file: ${file} is not part of the change; name the changed line that causes it, with its path as in the diff`,
    ]
  }
  // Brackets and commas are everywhere: they show nothing.
  return evidence === null || !/[\p{L}\p{N}]/u.test(evidence) ? [`${key}.evidence: must quote the code`] : []
}
