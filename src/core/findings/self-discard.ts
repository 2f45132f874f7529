import type { RawFinding } from '../../types.ts'

/** The reviewer took it back: by the flag, or its own words end in "no problem". */
export function isSelfDiscarded({ discard, title, problem, fix }: RawFinding): boolean {
  return discard || concludes(title) || concludes(lastSentence(problem)) || needsNothing.test(fix?.trim() ?? '')
}

/**
 * Only a whole sentence that says so counts, and only the last one: "this is fine, except …", "if … this is safe",
 * "yields false positives" and "not a problem in tests. In production it is" are findings.
 */
function concludes(sentence: string): boolean {
  return (
    noProblem.test(sentence) || nothingWrong.test(sentence) || needsNothing.test(sentence) || takenBack.test(sentence)
  )
}

function lastSentence(text: string): string {
  const sentences = text
    .slice(-longestConclusion)
    .trim()
    .split(/(?<=[.!?])\s+|\n+/)
  return sentences.at(-1)?.replace(/^[-*>\s]+/, '') ?? ''
}

const longestConclusion = 400

const opening = String.raw`(?:(?:so|thus|hence|therefore|overall|actually|however|but|and|anyway|conclusion|in conclusion|in fact|in summary|in the end|after all|on reflection|on (?:a )?(?:closer|second|further) (?:look|inspection|reading|thought|review|analysis)|after (?:closer |further |careful )?(?:checking|review|inspection|analysis)|looking closer|upon (?:closer |further )?(?:review|inspection))[,:;]?\s+)*`

const closing = String.raw`(?:,?\s+(?:here|as is|as it is|as written|as intended|in this case|in this context|in practice|after all|at all|though|then|actually))*\s*[.!]?$`

const verb = `(?:is|was|seems(?: to be)?|appears(?: to be)?|looks|turns out to be)`

const adverbs = String.raw`(?:\s+(?:actually|therefore|thus|really|in fact|perfectly|completely|totally|already|probably|all))*`

/** "This is not a problem.", "So it is fine as written.", "The code is correct." */
const noProblem = new RegExp(
  `^${opening}(?:this|it|that|the (?:code|change|behaviou?r|implementation|usage|call|logic))(?:'s| ${verb})${adverbs}\\s+(?:not (?:a|an) (?:real |actual |genuine )?(?:problem|issue|bug|defect|concern|vulnerability)|fine|safe|correct|ok|okay|harmless|valid|intended|intentional|by design|a false positive|a false alarm|working as intended)${closing}`,
  'i',
)

/** "No issue.", "Not a bug.", "There is no problem here.", "False positive.", "Works as intended." */
const nothingWrong = new RegExp(
  `^${opening}(?:(?:there is |there's |i see |i find )?no (?:real |actual )?(?:problem|issue|bug|defect|concern)s?(?: found)?|not (?:a|an) (?:real |actual )?(?:problem|issue|bug|defect|concern)|false (?:positive|alarm)|(?:this |it )?works as (?:intended|designed|expected)|nothing (?:is )?wrong|nothing to (?:fix|report|change))${closing}`,
  'i',
)

/** "No action needed.", "No changes are required." */
const needsNothing = new RegExp(
  `^${opening}no (?:action|change|fix|code change|further action|modification)s? (?:is |are )?(?:needed|required|necessary)${closing}`,
  'i',
)

/** "Discarding this finding.", "I withdraw this.", "Never mind." */
const takenBack = new RegExp(
  `^${opening}(?:(?:i (?:am |'m )?|i'm |self-)?(?:discard|withdraw|retract|drop)(?:ing|n|ed)?(?: (?:this|the|my))?(?: (?:finding|issue|one|comment|claim))?|never ?mind)${closing}`,
  'i',
)
