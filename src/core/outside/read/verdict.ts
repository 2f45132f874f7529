import type { Reading } from '../reading.ts'
import type { OutsideReviewer, SignedClass } from '../reviewer.ts'
import type { CommentClass, Why } from '../types.ts'
import type { Contents } from './contents.ts'
import { plain } from './inline.ts'
import { means } from './meaning.ts'
import { ownWords, roleOf, saysNone } from './roles.ts'
import { type Said, type Status, sentencesOf, statusesIn, statusOf } from './status.ts'

/** What a text is, and why. */
export interface Verdict {
  readonly class: CommentClass
  readonly why: Why
}

/** All that is known about a text when it is judged. */
interface Evidence {
  readonly reading: Reading
  readonly reviewer: OutsideReviewer
  readonly contents: Contents
  /** Problems that count, and are not only repeated for agents. */
  readonly firm: Contents['items']
  /** It lists problems: then sentences about errors and limits are about code. */
  readonly isReport: boolean
  isSigned(kind: SignedClass): boolean
  /** The first sentence with this status. */
  said(status: Status): string | undefined
  /** The same, where nothing but the review can be meant. */
  saidOfReview(status: Status): string | undefined
}

type Rule = (evidence: Evidence) => Verdict | undefined

/** Why something is found where nothing else is: it stands in the text. */
export const remarksAlone = 'remarks alone'

/** The first rule that holds decides. Failures come first; something found outweighs every word of praise. */
const rules: readonly Rule[] = [
  rule('in_progress', 'forge', ({ reading }) => reading.isUnfinished && 'the check run has not ended'),
  signed('refused'),
  signed('failed'),
  signed('in_progress'),
  rule('notice', 'reviewer', ({ reading, reviewer }) => reviewer.answers?.test(reading.text) === true && 'an answer'),
  rule('failed', 'structure', ({ said }) => said('partial')),
  rule('summary', 'reviewer', (evidence) => hasMark(evidence, 'summary') && 'its mark for a summary'),
  rule('notice', 'reviewer', (evidence) => hasMark(evidence, 'notice') && 'its mark for a notice'),
  rule('refused', 'structure', ({ saidOfReview }) => saidOfReview('refused')),
  rule('failed', 'structure', ({ saidOfReview }) => saidOfReview('failed')),
  rule('refused', 'structure', unreviewed),
  rule('in_progress', 'structure', (evidence) => isMostlyOpen(evidence) && 'most boxes of its list are open'),
  rule('findings', 'structure', ({ firm }) => firm.length > 0 && 'entries under an issue heading, or with a place'),
  rule('findings', 'forge', ({ reading }) => reading.state === 'CHANGES_REQUESTED' && 'review state CHANGES_REQUESTED'),
  signed('findings'),
  rule('findings', 'structure', ({ said }) => said('findings')),
  rule('findings', 'structure', ({ contents }) => contents.counts.some((count) => count > 0) && 'a table of counts'),
  rule(
    'findings',
    'structure',
    ({ contents }) => contents.items.some(({ remark }) => !remark) && 'a prompt for agents',
  ),
  rule('findings', 'structure', ({ contents }) => demandIn(contents)),
  signed('clean'),
  rule('in_progress', 'structure', (evidence) => (isOver(evidence) ? undefined : evidence.said('in_progress'))),
  rule('clean', 'forge', ({ reading }) => reading.state === 'APPROVED' && 'review state APPROVED'),
  rule('findings', 'structure', ({ said }) => said('announced')),
  rule('notice', 'nothing', ({ contents }) => contradictionIn(contents)),
  rule('clean', 'structure', emptyLists),
  rule('clean', 'structure', ({ said, contents }) => (hasFull(contents) ? undefined : said('clean'))),
  rule('findings', 'structure', ({ contents }) => contents.items.length > 0 && remarksAlone),
  signed('summary'),
  signed('notice'),
  ({ reading, reviewer }) => {
    const kind = reading.conclusion === null ? undefined : reviewer.conclusions[reading.conclusion]
    const why: Why = { source: 'forge', rule: `the check run ended with ${reading.conclusion}` }
    return kind === undefined ? undefined : { class: kind, why }
  },
  rule('summary', 'structure', ({ contents }) => isDescription(contents) && 'a description of the change'),
]

/** Of a text about the whole pull request. */
export function verdictOf(reading: Reading, reviewer: OutsideReviewer, contents: Contents): Verdict {
  const statuses = statusesIn(contents.loose)
  const firm = contents.items.filter(({ remark, inPrompt }) => !remark && !inPrompt)
  const placed = firm.filter(({ file }) => file !== null).length
  const isReport =
    firm.some(({ severity }) => severity !== null) ||
    placed >= 2 ||
    (placed > 0 && statuses.some(({ status }) => status === 'findings'))
  const ofReview =
    isReport || reading.surface === 'pr_body'
      ? []
      : statuses.filter((one) => firm.length === 0 || means(one.sentence, 'review'))
  const onReview = isReport ? '' : `${wordsOnReview(contents)}\n${reading.opening}`
  const first = (list: readonly Said[], status: Status) =>
    list.find((one) => one.status === status)?.sentence.slice(0, 120)
  const evidence: Evidence = {
    reading,
    reviewer,
    contents,
    firm,
    isReport,
    isSigned: (kind) => hasSign(reading, reviewer, kind, onReview),
    said: (status) => first(statuses, status),
    saidOfReview: (status) => first(ofReview, status),
  }
  for (const decide of rules) {
    const verdict = decide(evidence)
    if (verdict !== undefined) return verdict
  }
  return { class: 'notice', why: { source: 'nothing', rule: 'nothing said what it is' } }
}

function rule(
  kind: Verdict['class'],
  source: Why['source'],
  holds: (evidence: Evidence) => string | false | undefined,
): Rule {
  return (evidence) => {
    const words = holds(evidence)
    return words === false || words === undefined ? undefined : { class: kind, why: { source, rule: words } }
  }
}

function signed(kind: SignedClass): Rule {
  return rule(
    kind,
    'reviewer',
    ({ isSigned, reviewer }) => isSigned(kind) && `words that ${reviewer.name} uses for ${kind}`,
  )
}

export function hasSign(
  { text, prose }: Reading,
  { signs }: OutsideReviewer,
  kind: SignedClass,
  onReview: string,
): boolean {
  const seen = kind === 'refused' || kind === 'failed' || kind === 'in_progress' ? onReview : prose
  const { markup = [], prose: sentences = [] } = signs[kind] ?? {}
  return markup.some((mark) => mark.test(text)) || sentences.some((words) => words.test(seen))
}

/** A hidden mark or a headline that says what the whole text is, unless it reports something. */
function hasMark({ reading, reviewer, firm, isSigned }: Evidence, kind: 'summary' | 'notice'): boolean {
  if (firm.some(({ severity }) => severity === 'critical' || severity === 'high')) return false
  if (isSigned('findings') || isSigned('clean')) return false
  return reviewer.signs[kind]?.markup?.some((mark) => mark.test(reading.text)) === true
}

function unreviewed({ firm, isSigned, saidOfReview }: Evidence): string | undefined {
  return firm.length === 0 && !isSigned('clean') ? saidOfReview('unreviewed') : undefined
}

/** What is said outside of descriptions of the change and of problems: there words about errors and limits are about the review. */
function wordsOnReview({ loose }: Contents): string {
  const isAbout = ({ role, at, words }: Contents['loose'][number]) =>
    at !== 'fold' && role !== 'summary' && (at !== 'heading' || roleOf(words) !== 'issue')
  return loose
    .filter(isAbout)
    .map(({ words }) => plain(words))
    .join('\n')
    .slice(0, 600)
}

/** "Finished …", or lists that are all empty, whatever the headline of its list of steps says. */
function isOver(evidence: Evidence): boolean {
  const isDone = ({ words, at }: Contents['loose'][number]) =>
    at === 'text' && means(plain(words), 'done') && !means(plain(words), 'progress')
  const { contents, said } = evidence
  const isClean = !hasFull(contents) && said('clean') !== undefined
  return isClean || contents.loose.some(isDone) || emptyLists(evidence) !== undefined
}

function hasFull({ sections }: Contents): boolean {
  return sections.some(({ isEmpty }) => !isEmpty)
}

function emptyLists({ contents }: Evidence): string | undefined {
  if (hasFull(contents)) return undefined
  if (contents.counts.length > 0) return 'table of counts, all zero'
  return contents.sections.length > 0 ? 'all sections for problems are empty' : undefined
}

/** A problem in prose: something is wrong, and a change is asked for. */
function demandIn({ loose }: Contents): string | undefined {
  const texts = loose
    .filter(({ at, role }) => at === 'text' && (role === null || role === 'issue'))
    .map(({ words }) => plain(words))
  return texts
    .find((text) => means(text, 'defect') && (means(text, 'contrast') || means(text, 'demand')))
    ?.slice(0, 120)
}

/** Who found nothing has nothing against the change, and says nothing under a title for one kind of problem. */
function contradictionIn({ loose }: Contents): string | undefined {
  let topic = false
  for (const { words, at, role } of loose) {
    const text = plain(words)
    if (at === 'heading') topic = means(text, 'topic') && ownWords(text) === 0
    if (at !== 'text' || (role !== null && role !== 'issue')) continue
    const against = sentencesOf(text).find(
      (sentence) =>
        statusOf(sentence, true) !== 'clean' &&
        (means(sentence, 'defect') ||
          means(sentence, 'contrast') ||
          (topic && !means(sentence, 'praise') && !saysNone(sentence))),
    )
    if (against !== undefined) return against.slice(0, 120)
  }
  return undefined
}

/** A short list of its own work, most of it not done. */
function isMostlyOpen({ isReport, firm, reading }: Evidence): boolean {
  if (isReport || firm.length > 0 || reading.text.length >= 1500) return false
  const boxes = reading.text.match(/^[ \t]*[-*] \[[ xX]\](?! <!--)/gm) ?? []
  return boxes.length > 1 && boxes.filter((box) => box.endsWith('[ ]')).length > boxes.length / 2
}

function isDescription({ loose }: Contents): boolean {
  return loose.some(({ words, at }) => (at === 'heading' || at === 'fold') && roleOf(words) === 'summary')
}
