import { toJsonSchema } from '@valibot/to-json-schema'
import { readBotSchema, readPersonSchema } from '../../core/agents/reply-schemas.ts'
import { addUsage, noUsage } from '../../core/cost/usage.ts'
import type { AskedText } from '../../core/outside/asked/asked-text.ts'
import { parseBotReading, readBotPrompt } from '../../core/outside/asked/bot-reading.ts'
import { type AskedItem, parsePersonReading, readPersonPrompt } from '../../core/outside/asked/person-reading.ts'
import { hashText } from '../../core/values/hash.ts'
import { withUnknownBots } from '../../core/watch/bot-accounts.ts'
import { unclearTexts } from '../../core/watch/read-posts.ts'
import type { Snapshot } from '../../core/watch/snapshot.ts'
import type { Usage } from '../../types.ts'
import { asJson } from '../agents/agent-plan.ts'
import { readPrompts } from '../prompts.ts'
import type { ReaderQuestion } from './text-reader.ts'
import type { Readings, Watcher } from './watcher.ts'

export function takeSpent(readings: Readings): Usage {
  const { spent } = readings
  readings.spent = noUsage
  return spent
}

export async function askAboutBots(watcher: Watcher, snapshot: Snapshot): Promise<void> {
  const texts = unclearTexts(snapshot, withUnknownBots(snapshot, watcher.known))
  const { 'read-bot': template } = readPrompts(['read-bot'])
  const schema = asJson(toJsonSchema(readBotSchema, { typeMode: 'input', errorMode: 'ignore' }))
  await askAll(watcher, watcher.readings.bots, texts, (text) => ({
    prompt: readBotPrompt(template, text),
    schema,
    read: (reply) => parseBotReading(reply, text),
  }))
}

/**
 * Where there are other items than before, a comment is read anew: it may be about one of those. It is not about itself: an objection
 * would stop nothing then.
 */
export async function askAboutPeople(
  watcher: Watcher,
  texts: readonly AskedText[],
  items: readonly AskedItem[],
): Promise<void> {
  const { 'read-person': template } = readPrompts(['read-person'])
  const schema = asJson(toJsonSchema(readPersonSchema, { typeMode: 'input', errorMode: 'ignore' }))
  await askAll(watcher, watcher.readings.people, texts, (text) => {
    const others = items.filter(({ source }) => !(text.own ?? []).includes(source))
    const prompt = readPersonPrompt(template, text, others)
    return { prompt, schema, read: (reply) => parsePersonReading(reply, text, others) }
  })
}

/** So many in one process: whoever writes more is read by a person. */
const mostQuestions = 100

/** Without an answer that counts a text stays what it is: not understood. */
async function askAll<Reading>(
  { reader, readings, line, notice }: Watcher,
  known: Map<string, Reading>,
  texts: readonly AskedText[],
  questionOn: (text: AskedText) => ReaderQuestion<Reading | null>,
): Promise<void> {
  if (reader === null) return
  const due = texts
    .map((text) => ({ text, question: questionOn(text) }))
    .filter(({ question }) => !readings.asked.has(question.prompt))
    .slice(0, Math.max(0, mostQuestions - readings.asked.size))
  if (due.length === 0) return
  line(
    `🔎 Asking ${reader.name} what ${due.length === 1 ? 'an unclear text says' : `${due.length} unclear texts say`}...`,
  )
  const open = await reader.open(readings.spent)
  try {
    await Promise.all(due.map(({ text, question }) => askOne(text, question)))
  } finally {
    await open.close()
  }

  async function askOne(text: AskedText, question: ReaderQuestion<Reading | null>): Promise<void> {
    readings.asked.add(question.prompt)
    const key = hashText(text.body)
    known.delete(key)
    const { value, outcome } = await open.ask(question)
    readings.spent = addUsage(readings.spent, outcome.usage)
    if (value === undefined)
      notice(`${outcome.agent} could not be asked about the ${text.where}: ${outcome.reason ?? outcome.status}`)
    else if (value !== null) known.set(key, value)
  }
}
