// One reviewer: takes a request, answers it, takes the next, until there is none. Words: the bundled mailbox, its root.
import { pathToFileURL } from 'node:url'

const [bundle, root] = process.argv.slice(2)
const { openMailbox } = await import(pathToFileURL(bundle).href)
const mailbox = openMailbox(root)
const leaks = { secrets: [], folders: [] }

for (;;) {
  const { claim } = await mailbox.claim('codex', new Date(), ({ type }) => type === 'review_request')
  if (claim === null) break
  if (claim.answer === null) await answer(claim.message)
  if (!mailbox.finish(claim)) throw new Error(`${claim.file} was not ours any more`)
}

async function answer(request) {
  const { status, problems } = await mailbox.deliver(
    {
      from: 'codex',
      to: [request.from],
      type: 'review_feedback',
      priority: 'P1',
      related_pr: request.content.pr,
      parent_message_id: request.id,
      subject: `Review feedback: round 1 (#${request.content.pr})`,
      content: { findings_packet: 'packets/findings/20260213_change_codex_r1.yaml', round: 1, blocking_count: 1 },
    },
    { time: new Date(), leaks },
  )
  if (status !== 'sent') throw new Error(`not sent: ${status} ${JSON.stringify(problems)}`)
}
