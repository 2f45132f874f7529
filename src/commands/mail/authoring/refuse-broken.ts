import { isAnswerTo, type ReviewRequest } from '../../../core/mail/answer-to.ts'
import { mayContradict, seemsAnswerTo } from '../../../core/mail/broken-answer.ts'
import { isExpired } from '../../../core/mail/order.ts'
import { findSent, type Post, safeLine } from './post.ts'
import { sendQuestion } from './tell-done.ts'

/**
 * An answer that cannot be read is not waited for in vain: a copy is among the dead letters, a person hears of it, and the
 * reviewer is asked for another. `seen`: files that this was done for.
 */
export async function refuseBroken(post: Post, request: ReviewRequest, seen: Set<string>): Promise<void> {
  const { mailbox, parties, now, notice } = post
  for (const { file, header } of mailbox.files(parties.as, 'inbox')) {
    if (seen.has(file) || (header !== null && header.from !== parties.to)) continue
    const { text, message, problems } = mailbox.open(parties.as, 'inbox', file)
    // What can be read once does not change; what cannot may be on its way still.
    if (message !== null) seen.add(file)
    if (message !== null || text === null || !seemsAnswerTo(request, text)) continue
    seen.add(file)
    const { claim } = await mailbox.claim(parties.as, now(), ({ id }) => id === header?.id)
    // Another one with the same name.
    if (claim !== null) mailbox.release(claim)
    const lines = problems.slice(0, 5).map(({ line, text: problem }) => `line ${line}: ${problem}`)
    notice(
      `The answer ${file} cannot be read: ${lines[0]}. A copy is among the dead letters, and ${parties.to} is asked for another.`,
    )
    const subject = safeLine(post, `The answer ${file} cannot be read (#${parties.pr})`)
    // The file stays, also when the next round is asked for.
    if (findSent(post, (sent) => sent.type === 'question' && sent.subject === subject) !== undefined) continue
    await sendQuestion(post, request, {
      subject,
      body: `It does not count:\n\n${lines.map((line) => `- ${line}`).join('\n')}\n\nPlease send a valid one.`,
    })
  }
}

/**
 * Files in the inbox that may be feedback on a request and that nobody takes, by their path in the mailbox: what cannot be read, has
 * expired, or is not signed as it has to be. None of that makes an approval of something that was refused.
 */
export function brokenFeedback(post: Post, request: ReviewRequest): readonly string[] {
  const { mailbox, parties, accepts, now } = post
  return mailbox.files(parties.as, 'inbox').flatMap(({ file, header }) => {
    if (header !== null && header.from !== parties.to) return []
    const { text, message, signature } = mailbox.open(parties.as, 'inbox', file)
    const isLeft =
      message === null
        ? text === null || mayContradict(request, text)
        : message.type === 'review_feedback' &&
          isAnswerTo(request, message) &&
          (isExpired(message, now()) || !accepts(signature))
    return isLeft ? [`agents/${parties.as}/inbox/${file}`] : []
  })
}
