import type { OutsideReviewer } from '../outside/reviewer.ts'
import { normaliseLogin } from '../outside/who.ts'
import { isWish } from './chatter.ts'

/** What a text says besides calling bots. Only what plainly is a call is one: most that begins with a name or a path is not. */
export function withoutBotCalls(text: string, reviewers: readonly OutsideReviewer[]): string {
  const triggers = reviewers.flatMap(({ trigger }) => trigger?.toLowerCase() ?? [])
  const logins = reviewers.flatMap((reviewer) => reviewer.logins)
  const calls = [...triggers, ...logins.map((login) => `${login} review`)]
  const isBot = (name: string) =>
    name.endsWith('bot') || logins.includes(name) || triggers.some((trigger) => beginsWith(trigger, `@${name}`))
  return text
    .split('\n')
    .map((line) => line.trim())
    .map((line) => (calls.includes(line.toLowerCase().replace(/[.!]$/, '')) ? '' : withoutCall(line, triggers, isBot)))
    .join('\n')
}

function withoutCall(line: string, triggers: readonly string[], isBot: (name: string) => boolean): string {
  if (isSlashCommand(line, triggers)) return ''
  const { names, rest } = addressed(line)
  if (names.length === 0 || !names.every(isBot)) return line
  const [first = '', ...others] = rest.split(/(?<=[.!?])\s+/)
  const said = first.toLowerCase()
  const isCalled = names.some((name) => triggers.some((trigger) => isTriggered(`@${name} ${said}`, trigger)))
  return isCalled || said.endsWith('?') || isBidding(said) ? others.join(' ') : line
}

/** Whom a text mentions in front of everything, and what it says to them. */
export function addressed(text: string): { readonly names: readonly string[]; readonly rest: string } {
  const [, front = '', rest = ''] = opening.exec(text) ?? []
  const names = [...front.matchAll(/@(\S+?)[\s,:]*(?=@|$)/g)].map(([, name]) => normaliseLogin(name!))
  return { names, rest: rest.trim() }
}

const opening = /^(?:(?:hey|hi|hello|ok|okay),? )?((?:@[\w/-]+(?:\[bot\])?[\s,:]*)+)(.*)$/is

/** What bots are told to do, none of it to the code: to say something, whatever about, or to work, with no word of what is wrong. */
function isBidding(said: string): boolean {
  const [bid] = working.exec(said) ?? []
  return bid === undefined ? speaking.test(said) : isArgument(said.slice(bid.length))
}

/** The name alone begins whatever is said to it. */
function isTriggered(text: string, trigger: string): boolean {
  return trigger.includes(' ') && beginsWith(text, trigger) && isArgument(text.slice(trigger.length))
}

const politely = '(?:(?:please|pls|can you|could you|would you|now|just) )*'
const speaking = new RegExp(
  `^${politely}(?:check (?:if|whether|that)|describe|explain|help|remember|summari[sz]e|summary|tell|(?:take|have) a(?:nother)? look)\\b`,
)
const working = new RegExp(
  `^${politely}(?:(?:full|another|security|incremental) )?(?:re-?)?(?:analy[sz]e|approve|base|cancel|check(?! (?:if|whether|that)\\b)|close|config(?:uration)?|create|dismiss|generate|ignore|label|merge|open|pause|plan|resolve|resume|review|run|squash(?: and merge)?|start|stop|try)\\b`,
)

/** Behind a command: nothing that says how something is or should be. */
function isArgument(words: string): boolean {
  const bare = words.replace(/(?<![\s,])[\s,]+(?:please|pls|again)[.!]?$/, '')
  return !isWish(bare) && !telling.test(bare)
}

/** Alone or with what only a command has behind it; with words, only where such a command is known, and they say nothing else. */
function isSlashCommand(line: string, triggers: readonly string[]): boolean {
  const [, name, rest = ''] = /^(\/[a-z][\w-]*)(?:\s+(.*))?$/i.exec(line) ?? []
  if (name === undefined) return false
  if (rest.split(/\s+/).every((word) => word === '' || /^(?:--?\w|[@~%#]|[\w.-]+=)/.test(word))) return true
  if (triggers.some((trigger) => trigger.split(' ')[0] === name.toLowerCase())) return true
  return chatCommands.test(name) && isArgument(rest)
}

const chatCommands =
  /^\/(?:approve|area|assign|azp|backport|bench(?:mark)?|build|cc|cherry-?pick|ci|close|deploy|describe|e2e|format|hold|improve|kind|label|lgtm|lint|merge|milestone|ok-to-test|preview|priority|publish|rebase|release|remove-\w+|reopen|re-?run|retest|retitle|retry|review|run|sig|snapshot|squash|sync|test|triage|unassign|unhold|update)$/i

const telling =
  /\?$|\b(?:is|are|was|were|be|has|have|had|does|do|did|returns?|throws?|crash(?:es)?|breaks?|gives?|shows?|leaks?|hangs?|answers?|misses|lacks|ignores|until|because|since|too)\b/i

/** By whole words. */
function beginsWith(text: string, beginning: string): boolean {
  return text === beginning || text.startsWith(`${beginning} `)
}
