// Words that refuse a change. Beside an approval or an empty list of findings, one of the two is wrong.

/** Whether a line of the text refuses: '## VERDICT: REQUEST_CHANGES', 'BLOCK: …', '[BLOCKER] …', 'Do not merge this'. */
export function refusesInWords(text: string): boolean {
  return text.split('\n').some(isRefusal)
}

/** Expects one line. */
export function isRefusal(line: string): boolean {
  const text = withPlainSigns(line)
  if (verdict.test(text) || tag.test(text) || order.test(text) || demand.test(text)) return true
  const rest = label.exec(text)?.[1]
  return rest !== undefined && !saysNone.test(rest)
}

/** What begins with an order to repair something, as a step that is left to do. */
export function isOpenStep(line: string): boolean {
  return /^[^\p{L}\p{N}]*(?:fix|repair|resolve|rework|revert|roll back)\b/iu.test(line) || isRefusal(line)
}

/** Look-alikes of brackets, colons and letters as they are on a keyboard. */
function withPlainSigns(line: string): string {
  return line
    .normalize('NFKC')
    .replace(/[【〔〖「『⟦⟨❲❴⁅〈《]/gu, '[')
    .replace(/[】〕〗」』⟧⟩❳❵⁆〉》]/gu, ']')
    .replace(/[∶ː꞉︓]/gu, ':')
    .replace(/\p{Cf}/gu, '')
}

const edge = '^[^\\p{L}\\p{N}]*'
const no = 'request[ _-]?changes|changes[ _-]requested|reject|block|declin|needs?[ _-](?:work|changes|attention)'

const verdict = new RegExp(
  `${edge}(?:(?:(?:my|the|our|final|overall|actual|real|reviewer|updated|corrected)\\s+){0,3}verdict\\b[^\\p{L}\\p{N}]*(?:is\\b[^\\p{L}\\p{N}]*)?(?:${no}|(?:do )?not (?:approve|ready|merge))|request_changes[^\\p{L}\\p{N}]*$)`,
  'iu',
)

/** '[BLOCKER] …', also behind the mark of a list. */
const tag =
  /^(?:[^\p{L}\p{N}[]|\d{1,9}[.)])*\[[^\p{L}\p{N}\]]*(?:CRITICAL|BLOCKER|BLOCKING|BLOCKED|BLOCK|P[01]|REJECT(?:ED)?)\b[^\]\n]{0,20}\]/iu

/** 'CRITICAL: …', '**BLOCK** - …', 'Rejected. …'; behind it, what it says. */
const label =
  /^[^\p{L}\p{N}]*(?:CRITICAL|BLOCKERS?|BLOCKING|BLOCKED|BLOCK|REJECT(?:ED)?|DECLINED?|(?:NEEDS|REQUEST) (?:CHANGES|WORK|ATTENTION)|CHANGES REQUESTED|NOT APPROVED|P[01])(?:[^\p{L}\p{N}\s]*:|[*_]*\s+[-–—]\s|[*_]*[.!]?[*_]*$)(.*)$/iu
const saysNone = /^\W*(?:none|nothing|no|nil|n\/a|0|zero|false)\b/i

const order =
  /(?:^[^\p{L}\p{N}]*|\b(?:i|we|this|it|please|change|pr|pull request|patch|diff|branch|code) )(?:do not|don['’]t|must not|should not|shouldn['’]t|cannot|can['’]t|can not|will not|won['’]t) (?:be )?(?:merged?|approved?|shipped|ship|landed|released)\b/iu
const demand =
  /\b(?:must|needs? to|has to|have to) be (?:fixed|resolved|addressed|repaired|reverted|removed|reworked) before\b[^.]{0,40}\b(?:merg|land|ship|releas|approv|deploy)|^[^\p{L}\p{N}]*(?:fix|resolve|address|repair|revert|remove|rework)\b[^.]{0,80}\bbefore (?:\w+ ){0,3}(?:merg|land|ship|releas|approv|deploy)/iu
