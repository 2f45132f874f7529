import { firstFew } from '../first-few.ts'
import { oneLine } from '../loop/findings-document.ts'
import { passes } from './machine/passes.ts'
import type { AnswerChoice, AskedQuestion, QuestionKind, RunAnswer } from './machine/questions.ts'
import { roundLabels } from './session-file/session-round.ts'

/** A question as a person reads it. Whoever prints it makes it safe for a terminal. */
export function questionWords({ kind, pass, round, about, allowed }: AskedQuestion, title: string): string {
  const where = pass === null ? '' : ` (${roundLabels[passes[pass].label]}${round === 0 ? '' : `, round ${round}`})`
  return [
    `${oneLine(title)}${where}: ${reasons[kind]}`,
    firstFew(about, mostShown)
      .map((text) => `- ${oneLine(text)}`)
      .join('\n'),
    ['Options:', ...allowed.map((choice) => `  ${choiceText(choice, kind)}`)].join('\n'),
  ]
    .filter((block) => block !== '')
    .join('\n\n')
}

const mostShown = 30

const reasons: Record<QuestionKind, string> = {
  outside: 'only you know this',
  decision: 'somebody has to choose',
  'soft-limit': 'the rounds are used up, and this still blocks',
  stuck: 'the same issue came back three times',
  drift: 'somebody else changed the tree since',
  blocked: 'it was not delivered the last time, because of',
  ignores: 'the ignore file lacks patterns that keep secrets out',
}

function choiceText(choice: AnswerChoice, kind: QuestionKind): string {
  return choice === 'text' ? 'your answer, in words' : `${choice}: ${choiceWords[choice](kind)}`
}

const choiceWords: Record<Exclude<AnswerChoice, 'text'>, (kind: QuestionKind) => string> = {
  continue: (kind) => (kind === 'blocked' ? 'go on where it stopped' : 'one more round'),
  accept: () => 'take the tree as it is; all stages run again',
  write: () => 'add them',
  leave: () => 'go on without them',
  stop: () => 'end the run here; it can be resumed',
}

/** 'continue', 'stop: the reason', or for a question in words any text. */
export function parseRunAnswer(
  said: string,
  allowed: readonly AnswerChoice[],
): { readonly value: RunAnswer } | { readonly problems: readonly string[] } {
  const [, word = '', why = ''] = /^\s*([a-z]+)(?:\s*[:,–-]\s*([\s\S]*))?\s*$/i.exec(said) ?? []
  const choice = allowed.find((one) => one !== 'text' && one === word.toLowerCase())
  if (choice !== undefined) return { value: { choice, text: why.trim() } }
  if (allowed.includes('text') && said.trim() !== '') return { value: { choice: 'text', text: said.trim() } }
  const offered = allowed.map((one) => (one === 'text' ? 'your answer in words' : one))
  return { problems: [`Answer with ${offered.join(', ')}; found "${oneLine(said).slice(0, 40)}".`] }
}
