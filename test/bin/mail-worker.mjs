// Another process on a mailbox: `work` answers requests until there is none, `hold` takes one and waits for its end, `send`
// delivers the same request as everybody else. Words: the bundled mailbox, its root, the agent, what to do.
import { pathToFileURL } from 'node:url'

const [bundle, root, agent, task] = process.argv.slice(2)
const { openMailbox } = await import(pathToFileURL(bundle).href)
const mailbox = openMailbox(root)
const options = { time: new Date(), leaks: { secrets: [], folders: [] } }

if (task === 'hold') {
  const { claim } = await mailbox.claim(agent, new Date())
  process.stdout.write(`${claim?.file}\n`)
  setInterval(() => {}, 1000)
} else if (task === 'send') {
  const { status } = await mailbox.deliver(request(), options)
  process.stdout.write(`${status}\n`)
} else await work()

async function work() {
  for (;;) {
    const { claim } = await mailbox.claim(agent, new Date())
    if (claim === null) return
    if (claim.answer === null) await mailbox.deliver(answerTo(claim.message), options)
    mailbox.finish(claim)
    process.stdout.write(`${claim.message.related_pr}\n`)
  }
}

function request() {
  const content = { pr: 7, branch: 'topic', diff_summary: 'The lock', review_round: 1 }
  return { from: agent, to: ['codex'], type: 'review_request', priority: 'P1', subject: 'Review', content }
}

function answerTo({ from, id, related_pr }) {
  const content = { findings_packet: 'packets/findings/20260213_lock_codex_r1.yaml', round: 1, blocking_count: 0 }
  const thread = { related_pr, parent_message_id: id }
  return { from: agent, to: [from], type: 'review_feedback', priority: 'P1', subject: 'Feedback', content, ...thread }
}
