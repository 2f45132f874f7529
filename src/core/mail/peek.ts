import { type Envelope, envelopeFields } from './envelope.ts'
import { hiddenCharacter, isBlank } from './read-tree.ts'

const names = ['id', 'from', 'to', 'type', 'priority', 'created_at_utc', 'expires_at', 'related_pr', 'subject'] as const

export type Header = Pick<Envelope, (typeof names)[number]>

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
  const fields = new Map<string, { readonly value: string; readonly plain: boolean }>()
  for (const line of header.split('\n').slice(0, -1)) {
    const [, name = '', quoted, plain = ''] = simpleLine.exec(line) ?? []
    if (name === '' || fields.has(name) || !Object.hasOwn(envelopeFields, name)) return null
    fields.set(name, quoted === undefined ? { value: plain, plain: true } : { value: quoted, plain: false })
  }
  return readHeader(fields)
}

/** A name, and a value in double quotes without escapes, or one that is nothing but itself. */
const simpleLine = /^([a-z_]+): (?:"([^"\\]*)"|([A-Za-z0-9](?:[^\t#"'`[\]{},&*!|>%@\\]*[^\s#"'`[\]{},&*!|>%@:\\])?))$/

/** The signatures, which are the only field below the body. */
function withoutAuth(rest: string): string {
  return rest.replace(/^[^\n]*/, '').replace(/\nauth: "[A-Za-z0-9_-]+"\n$/, '\n')
}

function readHeader(fields: ReadonlyMap<string, { readonly value: string; readonly plain: boolean }>): Header | null {
  const values: Record<string, unknown> = {}
  for (const name of names) {
    const { rule, needed } = envelopeFields[name]
    const field = fields.get(name)
    const node = {
      kind: 'text',
      line: 1,
      text: field?.value ?? '',
      plain: field?.plain ?? true,
      literal: false,
    } as const
    if (field === undefined || isBlank(node)) {
      if (needed) return null
    } else {
      const value =
        node.text.includes(': ') && node.plain ? undefined : rule.read(node, { path: name, report: () => {} })
      if (value === undefined) return null
      values[name] = value
    }
  }
  // Every field was read by its own rule.
  return values as Header
}
