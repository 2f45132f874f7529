import type { RawReply } from './raw-reply.ts'
import { type ReadReply, readReply } from './read-reply.ts'
import { type FixReply, fixReplySchema } from './reply-schemas.ts'

/** A fixer's reply: every blocking finding it was given is addressed or declared impossible, none is both. */
export function parseFix(reply: RawReply, blocking: readonly string[]): ReadReply<FixReply> {
  const read = readReply(reply, fixReplySchema)
  if ('problems' in read) return read
  const addressed = new Set(read.value.addressed.map(({ id }) => id))
  const unable = new Set(read.value.unable.map(({ id }) => id))
  const problems = [
    ...blocking
      .filter((id) => !addressed.has(id) && !unable.has(id))
      .map((id) => `${id}: neither in "addressed" nor in "unable"`),
    ...[...addressed].filter((id) => unable.has(id)).map((id) => `${id}: in "addressed" and in "unable"`),
  ]
  return problems.length > 0 ? { problems } : read
}
