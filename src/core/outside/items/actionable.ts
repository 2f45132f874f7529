import { isDocumentation } from '../../change/path-kind.ts'
import { fencesOf } from '../text/fences.ts'
import type { Weight } from '../types.ts'

export interface Judged {
  readonly file: string | null
  readonly severity: Weight | null
  readonly title: string
  /** The words of the problem, without markup but with code in backticks. */
  readonly prose: string
  readonly markup: string
  readonly nitpick: boolean
  /** Its reviewer reports nothing else. */
  readonly onlyBugs: boolean
  /** Written for an agent to carry out. */
  readonly instructed: boolean
}

/**
 * Something to do, and not a matter of taste: grave, a bug, or a change that is spelled out. Style, wording and
 * "consider" without a change are heard and skipped. A hole in security comes first: no polite word and no place excuses it.
 * Where nobody says how grave it is, what is plainly stated is taken for a problem: words for what can be wrong have no end.
 */
export function isActionable(judged: Judged): boolean {
  const { file, severity, title, prose, markup, nitpick, onlyBugs, instructed } = judged
  if (severity === 'critical' || severity === 'high') return true
  if (nitpick) return false
  const opening = `${title}. ${firstSentences(prose)}`
  if (danger.test(opening)) return true
  if (file !== null && isDocumentation(file)) return false
  if (onlyBugs && severity !== 'low') return true
  const isDefect = defect.test(opening)
  const isInstruction = instruction.test(prose) || imperative.test(title)
  if (doubt.test(prose) || (taste.test(opening) && !isDefect)) return false
  if (instructed || hasChange(markup)) return true
  if ((wording.test(opening) || aside.test(prose)) && !isDefect) return false
  if (severity === 'low') return isDefect || isInstruction || !isEnglish(prose)
  return !hesitation.test(prose) || defect.test(prose) || isInstruction
}

/** A replacement or a difference; an example in a block is not yet a change. */
function hasChange(markup: string): boolean {
  return fencesOf(markup).some(
    ({ language, content }) => /^(?:suggestion|diff|patch)/i.test(language) || /^[-+] ?\S/m.test(content),
  )
}

/** Words of other languages say nothing to us: then better too much than too little. */
function isEnglish(prose: string): boolean {
  return (prose.match(/[^\p{ASCII}\p{P}\p{S}]/gu)?.length ?? 0) < prose.length / 10
}

function firstSentences(prose: string): string {
  return prose
    .split(/(?<=[.!?])\s+|\n{2,}/)
    .slice(0, 2)
    .join(' ')
}

/** Not worth a change even where one is offered. */
const taste =
  /\b(?:readab\w*|clarity|clearer|cleaner|consisten\w*|inconsisten\w*|naming|conventions?|style|stylistic|formatting|whitespace|indentation|typos?|spelling|grammar|cosmetic|verbose|braces|pep ?8)\b|\bshould (?:have|be named|be called) '?\w+'?, rather/i

/** Worth one only where it is spelled out. */
const wording = /\b(?:wording|docstrings?|javadoc|comments?|documentation|magic (?:numbers?|strings?))\b/i

/** Security: whatever else is said. */
const danger =
  /\b(?:sql|command|code|shell|script|template|header|ldap) injection\b|\bxss\b|\bcsrf\b|\bssrf\b|\bpath traversal\b|\bvulnerabilit(?:y|ies)\b|\bremote code execution\b|\b(?:leak(?:s|ed|ing)?|expos(?:es?|ed|ing)|hard-?coded|committed|plain ?text)\b[^.\n]{0,60}\b(?:keys?|secrets?|tokens?|passwords?|credentials?)\b|\b(?:keys?|secrets?|tokens?|passwords?|credentials?)\b[^.\n]{0,60}\b(?:leak(?:s|ed)?|exposed|hard-?coded|committed|plain[- ]?text)\b/i

const defect =
  /\b(?:bugs?|crash\w*|throws?|thrown|panics?|fail(?:s|ed|ure)?|break(?:s|ing)?|broken|wrong(?:ly)?|incorrect(?:ly)?|invalid|error(?:s)? (?:out|when|if)|exception|null pointer|npe|undefined|race|deadlock|divi(?:des?|ded|ding|sion) by zero|data loss|use[- ]after[- ]free|leak(?:s|ed)?|overflow|never \w+|not (?:used|called|closed|checked|handled|validated|guarded|awaited)|unused|unreachable|dead code|does(?:n't| not)|will not|won't|cannot|can't|lose[sd]?|lost|stale|silently|infinite|vulnerab\w*|inject\w*|secur\w*|mismatch|missing (?:check|null|error|await|guard|validation)|regress\w*|unhandled|contradicts?|without (?:checking|validating|handling)|deprecated|not be triggered|duplicate[sd]?)\b/i

const hesitation =
  /\b(?:consider(?:ing)?|might|may want|could (?:be|also|use|improve)|would be (?:nice|better|good|cleaner)|it's (?:generally|recommended|usually|better|worth)|it is (?:generally|recommended|usually|better|worth)|recommended|optional(?:ly)?|nice to have|perhaps|maybe|prefer)\b/i

/** A doubt about the problem itself, not only about its remedy. */
const doubt =
  /\bconsider (?:whether|if)\b|\bacceptable trade|\bgenerally safer|\b(?:may|might) be (?:fine|acceptable|intentional|ok)|\bnot (?:a )?(?:blocker|blocking|critical)|\bharmless\b/i

/** Something besides the problem, or a gain where nothing is wrong. */
const aside = /\bconsider (?:documenting|adding (?:a )?(?:comment|test|note))|\bfor (?:better|improved|future)/i

const verbs =
  'remov|replac|add|us|renam|chang|mov|return|early-return|guard|check|updat|call|pass|wrap|restor|deriv|includ|skip|tighten|normali[sz]|packag|throw|catch|clos|await|validat|set|delet|drop|handl|avoid|ensur|mak|fix|reject|escap|reus'

/** Which code to write, remove or call. */
const instruction = new RegExp(
  `\\b(?:${verbs})(?:e|es|ing|s)?\\b[^.\\n]{0,120}\`[^\`\\n]+\`|\\b(?:should|must|needs? to|has to|can) be (?:${verbs})\\w*\\b`,
  'i',
)

/** A headline that says what to do. */
const imperative = new RegExp(`^\\W*(?:${verbs})e?\\b(?!:)`, 'i')
