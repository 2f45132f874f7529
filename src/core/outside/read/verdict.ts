import type { Verdict } from '../classify.ts'
import type { Reading } from '../reading.ts'
import type { OutsideReviewer, SignedClass } from '../reviewer.ts'
import type { Why } from '../types.ts'
import type { Contents } from './collect.ts'
import { plain } from './inline.ts'
import { means } from './meaning.ts'
import { roleOf } from './roles.ts'
import { type Said, statusesIn } from './status.ts'

/** Of a text about the whole pull request. Failures come first; something found outweighs every word of praise. */
export function verdictOf(reading: Reading, reviewer: OutsideReviewer, contents: Contents): Verdict {
  const { name } = reviewer
  const special = (kind: Verdict['class']): Verdict => ({
    class: kind,
    why: { source: 'reviewer', rule: `words that ${name} uses for ${kind}` },
  })
  const forge = (kind: Verdict['class'], rule: string): Verdict => ({ class: kind, why: { source: 'forge', rule } })
  const structure = (kind: Verdict['class'], rule: string): Verdict => ({
    class: kind,
    why: { source: 'structure', rule },
  })
  const statuses = heardIn(statusesIn(contents))
  const firm = contents.items.filter(({ remark, inPrompt }) => !remark && !inPrompt)
  const isReport =
    firm.some(({ severity }) => severity !== null) ||
    firm.filter(({ file }) => file !== null).length >= 2 ||
    (firm.some(({ file }) => file !== null) && statuses.some(({ status }) => status === 'findings'))
  const onReview = isReport ? '' : `${wordsOnReview(contents)}\n${reading.opening}`
  const isSigned = (kind: SignedClass) => hasSign(reading, reviewer, kind, onReview)
  if (reading.isUnfinished) return forge('in_progress', 'the check run has not ended')
  for (const kind of ['refused', 'failed', 'in_progress'] as const) if (isSigned(kind)) return special(kind)
  if (reviewer.answers?.test(reading.text) === true) return special('notice')
  const said = (status: Said['status']) => statuses.find((one) => one.status === status)
  const sentence = ({ sentence: words }: Said) => `"${words.slice(0, 120)}"`
  const partial = said('partial')
  if (partial !== undefined) return structure('failed', `a part was not reviewed: ${sentence(partial)}`)
  const isGrave = firm.some(({ severity }) => severity === 'critical' || severity === 'high')
  for (const kind of ['summary', 'notice'] as const)
    if (
      !isGrave &&
      !isSigned('findings') &&
      !isSigned('clean') &&
      reviewer.signs[kind]?.markup?.some((mark) => mark.test(reading.text)) === true
    )
      return special(kind)
  const lead =
    isReport || reading.surface === 'pr_body'
      ? []
      : firm.length > 0
        ? statuses.filter(({ sentence: words }) => means(words, 'review'))
        : statuses
  for (const kind of ['refused', 'failed'] as const) {
    const one = lead.find(({ status }) => status === kind)
    if (one !== undefined) return structure(kind, sentence(one))
  }
  const unreviewed = lead.find(({ status }) => status === 'unreviewed')
  if (unreviewed !== undefined && firm.length === 0 && !isSigned('clean')) {
    const all = contents.loose.map(({ words }) => plain(words)).join('\n')
    return structure(
      means(all, 'failed') && !means(all, 'skipped') && !means(all, 'limit') ? 'failed' : 'refused',
      sentence(unreviewed),
    )
  }
  if (reading.surface === 'reply') return structure('reply', 'an answer')
  if (!isReport && firm.length === 0 && reading.text.length < 1500 && isMostlyOpen(reading.text))
    return structure('in_progress', 'most boxes of its list are open')
  const findings = said('findings')
  if (firm.length > 0) return structure('findings', 'entries under a severity or issue heading, or with a place')
  if (reading.state === 'CHANGES_REQUESTED') return forge('findings', 'review state CHANGES_REQUESTED')
  if (isSigned('findings')) return special('findings')
  if (findings !== undefined) return structure('findings', sentence(findings))
  if (contents.counts.some((count) => count > 0)) return structure('findings', 'a table of counts')
  if (contents.items.some(({ remark }) => !remark))
    return structure('findings', 'a prompt for agents that lists problems')
  const begun = isOver(contents) ? undefined : said('in_progress')
  const doubt = doubtIn(contents)
  if (doubt !== undefined) return structure('findings', `${JSON.stringify(doubt.slice(0, 120))} asks for a change`)
  const clean = cleanBy(reading, contents, statuses)
  if (isSigned('clean')) return special('clean')
  if (begun !== undefined && clean?.source !== 'structure') return structure('in_progress', sentence(begun))
  if (clean !== undefined) return { class: 'clean', why: clean }
  if (contents.items.length > 0) return structure('findings', 'remarks alone')
  if (isSigned('summary')) return special('summary')
  if (isSigned('notice')) return special('notice')
  const concluded = reading.conclusion === null ? undefined : reviewer.checks?.conclusions[reading.conclusion]
  if (concluded !== undefined) return forge(concluded, `the check run ended with ${reading.conclusion}`)
  const hasSummary = contents.loose.some(
    ({ words, at }) => (at === 'heading' || at === 'fold') && roleOf(words) === 'summary',
  )
  if (hasSummary) return structure('summary', 'a description of the change')
  return { class: 'notice', why: { source: 'nothing', rule: 'nothing said what it is' } }
}

/** What is said outside of descriptions of the change and of problems: there words about errors and limits are about the review. */
function wordsOnReview({ loose }: Contents): string {
  return loose
    .filter(
      ({ role, at, words }) => at !== 'fold' && role !== 'summary' && (at !== 'heading' || roleOf(words) !== 'issue'),
    )
    .map(({ words }) => plain(words))
    .join('\n')
    .slice(0, 600)
}

export function hasSign(
  { text, prose }: Reading,
  { signs }: OutsideReviewer,
  kind: SignedClass,
  onReview: string,
): boolean {
  const seen = kind === 'refused' || kind === 'failed' || kind === 'in_progress' ? onReview : prose
  return (
    signs[kind]?.markup?.some((mark) => mark.test(text)) === true ||
    signs[kind]?.prose?.some((words) => words.test(seen)) === true
  )
}

/** "Finished …", whatever the headline of its list of steps says. */
function isOver({ loose }: Contents): boolean {
  return loose.some(({ words, at }) => at === 'text' && means(plain(words), 'done') && !means(plain(words), 'progress'))
}

/** Small print counts where nothing else is said. */
function heardIn(all: readonly Said[]): readonly Said[] {
  const seen = all.filter(({ at }) => at !== 'small')
  return seen.length > 0 ? seen : all
}

function cleanBy(reading: Reading, contents: Contents, statuses: readonly Said[]): Why | undefined {
  const structure = (rule: string): Why => ({ source: 'structure', rule })
  const { sections, counts } = contents
  if (reading.state === 'APPROVED') return { source: 'forge', rule: 'review state APPROVED' }
  if (sections.some(({ isEmpty }) => !isEmpty)) return undefined
  if (counts.length > 0) return structure('table of counts, all zero')
  if (sections.length > 0) return structure('all sections for problems are empty')
  const said = statuses.find(({ status }) => status === 'clean')
  if (said !== undefined) return structure(`"${said.sentence.slice(0, 120)}"`)
  const score = contents.loose
    .map(({ words }) => /(?<![\d/])(\d{1,3})\s*\/\s*(5|10|100)(?![\d/])/.exec(plain(words)))
    .find((match) => match !== null)
  return score !== undefined && score !== null && score[1] === score[2]
    ? structure(`full score ${score[0]}`)
    : undefined
}

/** A problem in prose: something is wrong, and a change is asked for. */
function doubtIn({ loose }: Contents): string | undefined {
  return loose
    .filter(({ at, role }) => at === 'text' && (role === null || role === 'issue'))
    .map(({ words }) => plain(words))
    .find((text) => means(text, 'defect') && (means(text, 'contrast') || means(text, 'demand')))
}

/** Only boxes of its own work: more than one, and most not ticked. */
function isMostlyOpen(text: string): boolean {
  const boxes = text.match(/^[ \t]*[-*] \[[ xX]\](?! <!--)/gm) ?? []
  return boxes.length > 1 && boxes.filter((box) => box.endsWith('[ ]')).length > boxes.length / 2
}
