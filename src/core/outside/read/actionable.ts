import { isDocumentation } from '../../change/path-kind.ts'
import { fencesOf } from '../text/fences.ts'
import type { Weight } from '../types.ts'
import { proseOf, readLines } from './lines.ts'
import { means } from './meaning.ts'

export interface Actionable {
  readonly file: string | null
  readonly severity: Weight | null
  readonly title: string
  readonly markup: string
  readonly isRemark: boolean
  /** Its reviewer reports nothing else. */
  readonly isOnlyBugs: boolean
  /** Written for an agent to carry out. */
  readonly isInstructed: boolean
}

/**
 * Something to do, and not a matter of taste: grave, a bug, or a change that is spelled out. Security comes first. Where nobody says
 * how grave it is, what is plainly stated is taken for a problem.
 */
export function isActionable({
  file,
  severity,
  title,
  markup,
  isRemark,
  isOnlyBugs,
  isInstructed,
}: Actionable): boolean {
  if (severity === 'critical' || severity === 'high') return true
  if (isRemark || /🧹 ?_?Nitpick|🔵 ?_?Trivial|^\W{0,20}nit\b\W*:/i.test(markup.slice(0, 300))) return false
  const prose = proseOf(readLines(markup))
  const opening = `${title}. ${prose
    .split(/(?<=[.!?。])\s*|\n{2,}/)
    .slice(0, 2)
    .join(' ')}`
  if (danger.test(opening)) return true
  if (file !== null && isDocumentation(file)) return false
  if (isOnlyBugs && severity !== 'low') return true
  const isDefect = means(opening, 'defect') || defect.test(opening)
  if (doubt.test(prose) || (means(opening, 'taste') && !isDefect)) return false
  if (isInstructed || hasChange(markup)) return true
  if (aside.test(prose) && !isDefect) return false
  if (severity === 'low') return isDefect || instruction.test(prose) || /[^\p{ASCII}\p{P}\p{S}]{3}/u.test(title)
  return !means(prose, 'hesitation') || isDefect || instruction.test(prose)
}

/** A replacement or a difference; an example in a block is not yet a change. */
function hasChange(markup: string): boolean {
  return fencesOf(markup).some(
    ({ language, content }) => /^(?:suggestion|diff|patch)/i.test(language) || /^[-+] ?\S/m.test(content),
  )
}

const danger =
  /\b(?:sql|command|code|shell|script|template|header|ldap) injection\b|\bxss\b|\bcsrf\b|\bssrf\b|\bpath traversal\b|\bvulnerabilit(?:y|ies)\b|\bremote code execution\b|\b(?:leak(?:s|ed|ing)?|expos(?:es?|ed|ing)|hard-?coded|committed|plain ?text)\b[^.\n]{0,60}\b(?:keys?|secrets?|tokens?|passwords?|credentials?)\b|\b(?:keys?|secrets?|tokens?|passwords?|credentials?)\b[^.\n]{0,60}\b(?:leak(?:s|ed)?|exposed|hard-?coded|committed|plain[- ]?text)\b/i

const defect =
  /\b(?:bugs?|fail(?:s|ed|ure)?|exception|not (?:used|called|closed|checked|handled|validated|guarded|awaited)|unused|unreachable|dead code|does(?:n't| not)|will not|won't|cannot|can't|regress\w*|contradicts?|without (?:checking|validating|handling)|deprecated)\b/i

/** A doubt about the problem itself, not only about its remedy. */
const doubt =
  /\bconsider (?:whether|if)\b|\bacceptable trade|\b(?:may|might) be (?:fine|acceptable|intentional|ok)|\bnot (?:a )?(?:blocker|blocking|critical)|\bharmless\b/i

/** Something besides the problem, or a gain where nothing is wrong. */
const aside = /\bconsider (?:documenting|adding (?:a )?(?:comment|test|note))|\bfor (?:better|improved|future)/i

/** Which code to write, remove or call. */
const instruction =
  /\b(?:remov|replac|add|us|renam|chang|mov|return|guard|check|updat|call|pass|wrap|restor|includ|skip|throw|catch|clos|await|validat|set|delet|drop|handl|avoid|ensur|mak|fix|reject|escap|reus)(?:e|es|ing|s)?\b[^.\n]{0,120}`[^`\n]+`|\b(?:should|must|needs? to|has to|can) be \w+/i
