import type { Report } from '../loop/finding-drafts.ts'
import { checkAuth } from './auth.ts'
import { type Bodies, bodySchema, bodySchemas, type MessageType } from './bodies.ts'
import { collect, type Parsed, readFields, renderDocument, renderFlat } from './document.ts'
import { type Envelope, envelopeSchema } from './envelope.ts'
import { readYaml, type YamlFields } from './read-yaml.ts'

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
    const yaml = readYaml(text, messageLimits, report)
    if (yaml === null) return undefined
    const envelope = readFields(yaml, envelopeSchema, report)
    const content = readBody(yaml, report)
    if (yaml.foundAt(['auth']) !== undefined) checkAuth(text, yaml.lineAt(['auth']), report)
    if (envelope === undefined || content === undefined) return undefined
    // Both were read by the schemas of the same type.
    const message = { ...envelope, content } as Message
    checkTogether(message, yaml, report)
    return message
  })
}

/** The body of a type whose body has fields. */
export function renderBody<Type extends keyof Bodies>(type: Type, content: Bodies[Type]): string {
  return renderDocument(bodySchemas[type], content)
}

/** The text of a message file, with the fields in their order. Without `auth`: a signature is made of these very bytes. */
export function renderMessage(message: Message): string {
  return renderFlat(envelopeSchema, { ...message, to: shortest(message.to), auth: undefined }, ['body'])
}

/** Also where the envelope has problems, so that all are told at once. Null: there is nothing to read in it. */
function readBody({ value, lineInText }: YamlFields, report: Report): Bodies[keyof Bodies] | null | undefined {
  const schema = bodySchema(value.type)
  if (schema === null || typeof value.body !== 'string') return null
  const inFile: Report = (line, text) => report(lineInText('body', line), text)
  const body = readYaml(value.body, messageLimits, inFile)
  return body === null ? undefined : readFields<Bodies[keyof Bodies]>(body, schema, inFile)
}

function checkTogether(message: Message, yaml: YamlFields, report: Report): void {
  if (message.type !== 'review_request' || message.related_pr === undefined) return
  if (message.related_pr !== message.content.pr) {
    const text = `"related_pr" is ${message.related_pr} and the body is about ${message.content.pr}`
    report(yaml.lineAt(['related_pr']), text)
  }
}

function shortest(to: readonly string[]): string | readonly string[] {
  const [first, ...others] = to
  return first !== undefined && others.length === 0 ? first : to
}
