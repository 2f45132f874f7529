import * as v from 'valibot'
import { type Envelope, envelopeSchema } from './envelope.ts'
import { hiddenCharacter, isBlank } from './read-yaml.ts'

const { id, from, to, type, priority, created_at_utc, expires_at, related_pr, subject } = envelopeSchema.entries
const headerSchema = v.object({ id, from, to, type, priority, created_at_utc, expires_at, related_pr, subject })

export type Header = Pick<Envelope, keyof typeof headerSchema.entries>

/**
 * What stands on the envelope, without a YAML parser: a full inbox is put in order by this. Reads only what is written as
 * plainly as we write it ourselves; null: parse the message. What it gives is what `parseMessage` gives, if that accepts the
 * message; whether it does is not asked here.
 */
export function peekMessage(text: string): Header | null {
  const start = text.search(/^body:/m)
  if (start === -1 || /^[^ \n]/m.test(withoutAuth(text.slice(start + 'body:'.length)))) return null
  const header = text.slice(0, start)
  if (hiddenCharacter.test(header)) return null
  const fields = new Map<string, string | undefined>()
  for (const line of header.split('\n').slice(0, -1)) {
    const [, name = '', quoted, plain = ''] = simpleLine.exec(line) ?? []
    if (name === '' || fields.has(name) || !Object.hasOwn(envelopeSchema.entries, name) || plain.includes(': '))
      return null
    const value = quoted ?? plain
    fields.set(name, isBlank(value, quoted === undefined) ? undefined : value)
  }
  const written = [...fields].filter(([, value]) => value !== undefined)
  const read = v.safeParse(headerSchema, Object.fromEntries(written))
  return read.success ? read.output : null
}

/** A name, and a value in double quotes without escapes, or one that is nothing but itself. */
const simpleLine = /^([a-z_]+): (?:"([^"\\]*)"|([A-Za-z0-9](?:[^\t#"'`[\]{},&*!|>%@\\]*[^\s#"'`[\]{},&*!|>%@:\\])?))$/

/** The signatures, which are the only field below the body. */
function withoutAuth(rest: string): string {
  return rest.replace(/^[^\n]*/, '').replace(/\nauth: "[A-Za-z0-9_-]+"\n$/, '\n')
}
