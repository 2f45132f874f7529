import type { Report } from '../loop/finding-drafts.ts'
import { checkAuth } from './auth.ts'
import { type Bodies, bodyRules, bodyTables, hasFields } from './bodies.ts'
import { collect, type Parsed } from './document.ts'
import { checkEnvelope, type Envelope, envelopeFields, type MessageType } from './envelope.ts'
import { group } from './fields.ts'
import { type MapNode, readTree, type TextNode } from './read-tree.ts'
import { renderFlat, renderYaml } from './render-yaml.ts'

/** `content` is what the body says, for the types whose body has fields. */
export type MessageOf<Type extends MessageType> = Omit<Envelope, 'type'> & {
  readonly type: Type
  readonly content: Type extends keyof Bodies ? Bodies[Type] : null
}

export type Message = { [Type in MessageType]: MessageOf<Type> }[MessageType]

export const messageLimits = { characters: 80_000, depth: 8 } as const

/** The text of a message file → the message, or every problem with its line in the file. Never throws. */
export function parseMessage(text: string): Parsed<Message> {
  return collect((report) => {
    const tree = readTree(text, messageLimits, report)
    if (tree === null) return undefined
    const envelope = envelopeRule.read(tree, { path: '', report })
    const content = readBody(tree, report)
    checkAuth(text, tree.entries.get('auth')?.line, report)
    if (envelope === undefined || content === undefined) return undefined
    // Both were read by the rules of the same type.
    const message = { ...envelope, content } as Message
    checkTogether(message, tree, report)
    return message
  })
}

/** The body of a type whose body has fields. */
export function renderBody<Type extends keyof Bodies>(type: Type, content: Bodies[Type]): string {
  return renderYaml(bodyTables[type], content)
}

/** The text of a message file, with the fields in their order. Without `auth`: a signature is made of these very bytes. */
export function renderMessage(message: Message): string {
  return renderFlat(envelopeFields, { ...message, to: shortest(message.to), auth: undefined }, ['body'])
}

const envelopeRule = group(envelopeFields, checkEnvelope)

/** Also where the envelope has problems, so that all are told at once. Null: there is nothing to read in it. */
function readBody(tree: MapNode, report: Report): Bodies[keyof Bodies] | null | undefined {
  const type = tree.entries.get('type')?.value
  const body = tree.entries.get('body')?.value
  const name = type?.kind === 'text' ? type.text : ''
  if (!hasFields(name) || body?.kind !== 'text') return null
  const inFile: Report = (line, text) => report(lineInFile(body, line), text)
  const content = readTree(body.text, messageLimits, inFile)
  return content === null ? undefined : bodyRules[name].read(content, { path: '', report: inFile })
}

/** Only in a literal block every line of the text is a line of the file. */
function lineInFile(body: TextNode, line: number): number {
  return body.literal ? body.line + line : body.line
}

function checkTogether(message: Message, tree: MapNode, report: Report): void {
  if (message.type !== 'review_request' || message.related_pr === undefined) return
  if (message.related_pr !== message.content.pr) {
    const line = tree.entries.get('related_pr')?.line ?? 1
    report(line, `"related_pr" is ${message.related_pr} and the body is about ${message.content.pr}`)
  }
}

function shortest(to: readonly string[]): string | readonly string[] {
  const [first, ...others] = to
  return first !== undefined && others.length === 0 ? first : to
}
