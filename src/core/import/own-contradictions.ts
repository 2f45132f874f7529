import type { Json, RawFinding } from '../../types.ts'
import { readUnknownKeys } from '../agents/unknown-keys.ts'
import { hasSpoken } from '../verdict/gate.ts'
import { listOf, recordOf, textOf, type UnknownRecord } from './shape.ts'

/** A review that did not finish, and one that says more than its findings do: some may be missing. */
export function incompleteReasons(document: UnknownRecord, findings: readonly RawFinding[]): readonly string[] {
  const { verdict } = document
  const { result, reasons } = recordOf(document.gate)
  const silent = listOf(document.reviewers).map(recordOf).filter(isSilent).map(silence)
  if (verdict === 'inconclusive' || result === 'inconclusive') {
    const said = listOf(reasons).filter((reason) => typeof reason === 'string')
    return [said.join(' ') || silent.join(' ') || 'The imported review was inconclusive.']
  }
  const blocks = findings.some(({ blocking }) => blocking)
  const claims = [...claim('verdict', verdict, 'approve'), ...claim('gate', result, 'pass')]
  const unread = 'schemaVersion' in document ? [] : readUnknownKeys(document as Json, replyKeys, blocks).contradictions
  return [...silent, ...(blocks ? [] : claims.slice(0, 1)), ...unread.map((problem) => `${problem}.`)]
}

/** A whole review has more keys, all of them ours. */
const replyKeys = ['summary', 'findings', 'strengths', 'questions', 'verdict', 'gate', 'reviewers']

function claim(what: string, word: unknown, fine: string): readonly string[] {
  if (word === undefined || word === fine) return []
  return [`Its ${what} is ${JSON.stringify(word)?.slice(0, 60)}, but no finding in it blocks.`]
}

function isSilent({ status }: UnknownRecord): boolean {
  return status !== undefined && !hasSpoken({ status })
}

function silence({ name, status, reason }: UnknownRecord): string {
  const why = textOf(reason)
  return `${name}: ${status}${why === undefined ? '' : `, ${why.replace(/\.$/, '')}`}.`
}
