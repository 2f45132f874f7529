import type { RawReply } from './raw-reply.ts'
import { type ReadReply, readReply } from './read-reply.ts'
import { receivedVerifySchema } from './reply-schemas.ts'

export interface Verification {
  readonly id: string
  readonly verdict: 'confirmed' | 'refuted'
  readonly quote: string
  readonly reason: string
}

/** A verifier's reply: one answer for each finding it was given, none for others. */
export function parseVerification(
  reply: RawReply,
  given: readonly { readonly id: string }[],
): ReadReply<readonly Verification[]> {
  const read = readReply(reply, receivedVerifySchema)
  if ('problems' in read) return read
  const ids = new Set(given.map(({ id }) => id))
  const answers = new Map(read.value.findings.map((answer) => [answer.id, answer]))
  const problems = [
    ...[...ids].filter((id) => !answers.has(id)).map((id) => `${id}: there is no answer for it`),
    ...[...answers.keys()].filter((id) => !ids.has(id)).map((id) => `${id}: no such finding was given`),
    ...(answers.size < read.value.findings.length ? ['a finding is answered twice'] : []),
  ]
  return problems.length > 0 ? { problems } : { value: [...answers.values()] }
}
