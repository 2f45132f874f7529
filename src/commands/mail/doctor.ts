import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { exitCodes, LoopError } from '../../errors.ts'
import { listClaims } from '../../io/mail/claims.ts'
import { pendingFiles } from '../../io/mail/deliver.ts'
import { readKey } from '../../io/mail/keys.ts'
import { boxes, boxFolder } from '../../io/mail/layout.ts'
import { listInbox, readWhole } from '../../io/mail/list-inbox.ts'
import type { Mailbox } from '../../io/mail/mailbox.ts'
import { publishedKeys, readPins } from '../../io/mail/pins.ts'
import { jsonText } from '../../report/json-text.ts'
import { type Check, renderChecks } from '../../report/review/checks.ts'
import { visibleLine } from '../../report/visible.ts'
import { counted } from '../../report/words.ts'
import { type Command, commonOptions, useColor } from '../command.ts'
import { type MailWorld, mailOptions, mailWorld, openWorld } from './mail-world.ts'

const dayMs = 24 * 60 * 60 * 1000

export const doctor: Command = {
  name: 'mail doctor',
  summary: 'Looks for what is wrong in a mailbox: links, files that are no messages, what waits for too long, keys.',
  words: '',
  description: ['Exit code 0: all that is needed is there. 1: something is missing. Nothing is changed.'],
  options: { ...mailOptions, 'no-color': commonOptions['no-color'] },
  examples: [['review-loop mail doctor', 'look at all agents']],
  run: async (args, context) => {
    const world = await mailWorld(args, context)
    const mailbox = openWorld(world)
    const checks = [
      check('Mailbox', 'folder', 'ok', mailbox.root),
      ...mailbox.agents().flatMap((agent) => guarded(agent, () => checkAgent(mailbox, agent, context.now()))),
      ...checkSigning(world, mailbox),
    ]
    const ok = checks.every(({ status }) => status !== 'missing')
    const shown = checks.map((each) => ({ ...each, detail: visibleLine(each.detail) }))
    const text = () => renderChecks(shown, useColor(context.stdout, args, context.environment))
    context.stdout.write(args.value('format') === 'json' ? jsonText({ ok, checks }) : text())
    return ok ? exitCodes.passed : exitCodes.blocked
  },
}

/** A link in the place of a folder is something to tell, not to stumble over. */
function guarded(group: string, look: () => readonly Check[]): readonly Check[] {
  try {
    return look()
  } catch (error) {
    if (!(error instanceof LoopError)) throw error
    return [check(group, 'folders', 'missing', error.message, error.hint)]
  }
}

function checkAgent(mailbox: Mailbox, agent: string, now: Date): readonly Check[] {
  const folders = boxes.filter((box) => !lstatSync(boxFolder(mailbox.root, agent, box), { throwIfNoEntry: false }))
  const { waiting, unreadable } = readWhole(mailbox.list(agent, now), (file) => mailbox.open(agent, 'inbox', file))
  const sent = listInbox(mailbox.files(agent, 'outbox'), now)
  const unsent = readWhole(sent, (file) => mailbox.open(agent, 'outbox', file)).unreadable
  const stale = waiting.filter(({ header }) => now.getTime() - Date.parse(header.created_at_utc) > dayMs)
  const claims = listClaims(mailbox.root, agent)
  const dead = mailbox.files(agent, 'dead_letter')
  const pending = pendingFiles(mailbox.root, agent)
  const note = (name: string, count: number, what: string, hint: string) =>
    count === 0 ? [] : [check(agent, name, 'absent', `${counted(count, 'message')} ${what}`, hint)]
  return [
    check(
      agent,
      'inbox',
      folders.includes('inbox') ? 'missing' : 'ok',
      `${counted(waiting.length, 'message')} waiting`,
    ),
    ...note('stale', stale.length, 'older than a day', `review-loop mail list --as ${agent}`),
    ...unreadable.map(({ file, reason }) =>
      check(agent, 'unreadable', 'absent', `inbox/${file}: ${reason}`, 'mend or remove it'),
    ),
    ...unsent.map(({ file, reason }) =>
      check(
        agent,
        'unreadable',
        'absent',
        `outbox/${file}: ${reason}`,
        'bring it back from whoever got it, or remove it',
      ),
    ),
    ...claims.map(({ file, holder, isLive }) => {
      const who = holder === null ? 'nobody' : `process ${holder.pid} on ${holder.host} since ${holder.since}`
      return check(
        agent,
        'claim',
        'absent',
        `${file}: ${who}`,
        isLive ? null : 'given back by the next who works on this inbox',
      )
    }),
    ...note('pending', pending.length, 'begun to be sent', 'finished with the next message that is sent'),
    ...note('dead letters', dead.length, 'refused', `the reasons are in ${join('agents', agent, 'dead_letter')}`),
  ]
}

function checkSigning({ settings, keys }: MailWorld, mailbox: Mailbox): readonly Check[] {
  if (settings.signing === 'off') return [check('Signing', 'signing', 'absent', 'off')]
  const pins = readPins(keys)
  return mailbox.agents().flatMap((agent) =>
    guarded('Signing', () => {
      const isOurs = readKey(keys, agent, false) !== null
      const own = pins.filter((pin) => pin.agent === agent)
      const isTrusted = own.some(({ status }) => status === 'active')
      const trust = isTrusted ? 'trusted' : own.length > 0 ? 'revoked' : 'not trusted'
      const hasSigned = isOurs || publishedKeys(mailbox.root, agent).length > 0
      if (!hasSigned && own.length === 0) return [check('Signing', agent, 'absent', 'has no key')]
      // Nobody has to trust themselves, and what was revoked was meant to be.
      const isBad = settings.signing === 'require' && !isOurs && own.length === 0
      const hint =
        own.length > 0 ? null : `${isOurs ? 'for others on this machine: ' : ''}review-loop mail trust ${agent}`
      const detail = `${isOurs ? 'has a key here' : 'has no key here'}, ${trust}`
      return [check('Signing', agent, isBad ? 'missing' : 'ok', detail, hint)]
    }),
  )
}

function check(
  group: string,
  name: string,
  status: Check['status'],
  detail: string,
  hint: string | null = null,
): Check {
  return { group, name, status, detail, hint }
}
