import { earlierNotes } from '../fix/undone.ts'
import { oneLine } from '../loop/findings-document.ts'
import { firstFew } from '../values/first-few.ts'
import { blockText } from './delivery-block.ts'
import type { Fact } from './machine/facts.ts'
import type { AnswerChoice, AskedQuestion, QuestionKind, RunAnswer } from './machine/questions.ts'
import { type OpenQuestion, readQuestion } from './replies/question.ts'
import { withoutTags } from './session-file/tags.ts'
import { passes, stageTable } from './stage-table.ts'

/** A question as a person reads it. Whoever prints it makes it safe for a terminal. `earlier`: folders of executors. */
export function questionWords(
  { kind, pass, round, about, allowed }: AskedQuestion,
  title: string,
  earlier: readonly string[] = [],
): string {
  // Short, and many.
  const items = kind === 'ignores' ? [about.join(', ')] : firstFew(shown({ kind, about }), mostShown)
  const where =
    pass === null ? '' : ` (${stageTable[passes[pass].phase].heading}${round === 0 ? '' : `, round ${round}`})`
  return [
    `${oneLine(title)}${where}: ${reasons[kind]}`,
    items.map((text) => `- ${oneLine(text)}`).join('\n'),
    kind === 'drift' ? earlier.flatMap((folder) => earlierNotes({ earlier: folder })).join('\n') : '',
    ['Options:', ...allowed.map((choice) => `  ${choiceText(choice, kind)}`)].join('\n'),
  ]
    .filter((block) => block !== '')
    .join('\n\n')
}

const mostShown = 30

function shown({ kind, about }: Pick<AskedQuestion, 'kind' | 'about'>): readonly string[] {
  return kind === 'blocked' ? about.map(blockText) : about
}

const reasons: Record<QuestionKind, string> = {
  outside: 'only you know this',
  decision: 'somebody has to choose',
  'soft-limit': 'the rounds are used up, and this still blocks',
  stuck: 'the same issue came back three times',
  gate: 'the adversarial gate refused this, and nothing was changed about it',
  unchanged: 'the execution changed nothing: the files are as they were when the run began',
  drift: 'the tree is not as the session has it',
  blocked: 'it was not delivered the last time, because of',
  ignores: 'the ignore file lacks patterns that keep secrets out',
}

function choiceText(choice: AnswerChoice, kind: QuestionKind): string {
  return choice === 'text' ? 'your answer, in words' : `${choice}: ${choiceWords[choice](kind)}`
}

const choiceWords: Record<Exclude<AnswerChoice, 'text'>, (kind: QuestionKind) => string> = {
  continue: (kind) => continueWords[kind] ?? 'one more round',
  accept: () => 'take the tree as it is; all stages run again',
  write: () => 'add them',
  leave: () => 'go on without them',
  stop: () => 'end the run here; it can be resumed',
}

const continueWords: Partial<Record<QuestionKind, string>> = {
  blocked: 'go on where it stopped',
  unchanged: 'the work was there already; go on',
}

/** What is asked and about what, in short. */
export function questionTopic({ kind, about }: AskedQuestion): string {
  return [reasons[kind], firstFew(shown({ kind, about }).map(oneLine), 3).join('; ')]
    .filter((part) => part !== '')
    .join(': ')
}

/** The same in the history of a session file, on one line. */
export function questionLine({ kind, about, allowed }: AskedQuestion): string {
  const said = [`Question: ${reasons[kind]}`, ...(about.length === 0 ? [] : [about.map(oneLine).join('; ')])]
  return `${said.join(': ')} (${allowed.map((choice) => (choice === 'text' ? 'words' : choice)).join(' or ')})`
}

/** The questions among the notes of a history that no answer follows, before the next question. What was put twice is one. */
export function unansweredIn(notes: readonly string[]): readonly string[] {
  const open = new Set<string>()
  let last = ''
  for (const note of notes) {
    if (note.startsWith('Question: ')) {
      last = note
      open.add(note)
    } else if (settles(note)) open.delete(last)
  }
  return [...open]
}

/** What an agent asked, from such a note, whoever wrote it. Undefined for what a run asks by itself. */
export function askedIn(note: string): OpenQuestion | undefined {
  const said = note.replace(/^Question: /, '')
  const kind = (['outside', 'decision'] as const).find((one) => said.startsWith(`${reasons[one]}: `))
  if (kind !== undefined) return { kind, text: said.slice(reasons[kind].length + 2).replace(/ \([^()]*\)$/, '') }
  return Object.values(reasons).some((reason) => said.startsWith(reason)) ? undefined : readQuestion(said)
}

/** Whether these notes put a question, as often as they do, and answer it. */
export function isAnsweredIn(notes: readonly string[], question: OpenQuestion): boolean {
  return isPutIn(notes, question) && !isPutIn(unansweredIn(notes), question)
}

function isPutIn(notes: readonly string[], { text }: OpenQuestion): boolean {
  return notes.some((note) => note.startsWith('Question: ') && note.includes(withoutTags(oneLine(text))))
}

/** Whether somebody answers before anything is put: what stands above the notes is meant. */
export function beginsWithAnswer(notes: readonly string[]): boolean {
  const first = notes.find((note) => note.startsWith('Question: ') || settles(note))
  return first !== undefined && settles(first)
}

/** Whether a note of a history is an answer. Who ends a run has not answered what it asked. */
export function settles(note: string): boolean {
  return /^(?:Answer of|Decided by) /.test(note) && !note.includes(`: stop (${choiceWords.stop('outside')})`)
}

/** 'the bakery', 'continue (one more round): it is nearly there' */
export function answerLine({ choice, text }: RunAnswer, { kind }: AskedQuestion): string {
  if (choice === 'text') return text
  return `${choice} (${choiceWords[choice](kind)})${text === '' ? '' : `: ${text}`}`
}

/** What a reviewer chose in place of a person, and why. */
export function decisionLine({ by, answer, reason }: Fact<'decided'>): string {
  return `Decided by ${by}: ${answer.choice === 'text' ? answer.text : answer.choice} (${reason})`
}

/** What was asked about the tree needs no answer any more. */
export function withdrawnLine({ isAsLeft }: Fact<'drift-withdrawn'>): string {
  const how = isAsLeft ? 'is as the session has it again' : 'has changed since'
  return `Withdrawn: the tree ${how}, and nobody has to decide about what was found then.`
}

/** 'the bakery', 'continue: it is nearly there' */
export function answerWords({ choice, text }: RunAnswer): string {
  if (choice === 'text') return text
  return text === '' ? choice : `${choice}: ${text}`
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
