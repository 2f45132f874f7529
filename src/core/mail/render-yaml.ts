import { Document, isScalar, isSeq, Scalar, visit } from 'yaml'
import type { FieldTable } from './fields.ts'

type FieldValues = Readonly<Record<string, unknown>>

/** YAML with the fields in the order of their table. What is undefined is left out. */
export function renderYaml(table: FieldTable, values: FieldValues): string {
  return render(documentOf(table, values))
}

/** The same with lists in brackets, and with the named texts always as blocks. */
export function renderFlat(table: FieldTable, values: FieldValues, blocks: readonly string[]): string {
  const document = documentOf(table, values)
  for (const name of Object.keys(table)) {
    const node: unknown = document.get(name, true)
    if (isSeq(node)) node.flow = true
    if (isScalar(node) && blocks.includes(name)) node.type = Scalar.BLOCK_LITERAL
  }
  return render(document)
}

function documentOf(table: FieldTable, values: FieldValues): Document {
  const written = Object.keys(table).filter((name) => values[name] !== undefined)
  const fields = Object.fromEntries(written.map((name) => [name, values[name]]))
  // Readers of YAML 1.1 would take some texts for a time or a number: those are quoted.
  return new Document(fields, { aliasDuplicateObjects: false, compat: 'yaml-1.1' })
}

/** Text of several lines is shown as such; nothing is folded, since a fold is a change that cannot be seen. */
function render(document: Document): string {
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'string' && node.value.includes('\n')) node.type = Scalar.BLOCK_LITERAL
    },
  })
  return document.toString({ lineWidth: 0, minContentWidth: 0 })
}
