import type { SarifRule } from './sarif-rules.ts'
import { listOf, ownValue, recordOf, textOf, type UnknownRecord } from './shape.ts'

/** The text of a result, written out or looked up in the rule, with its arguments put in. */
export function messageOf(result: UnknownRecord, rule: SarifRule, driver: UnknownRecord): string | undefined {
  const message = recordOf(result.message)
  const id = textOf(message.id)
  const template =
    textOf(message.text) ??
    textOf(message.markdown) ??
    (id === undefined
      ? undefined
      : (stringOf(rule.descriptor.messageStrings, id) ?? stringOf(driver.globalMessageStrings, id))) ??
    textOf(recordOf(rule.descriptor.shortDescription).text) ??
    textOf(recordOf(rule.descriptor.fullDescription).text) ??
    rule.id
  return template === undefined ? undefined : withoutPlaceLinks(withArguments(template, listOf(message.arguments)))
}

function stringOf(strings: unknown, id: string): string | undefined {
  return textOf(recordOf(ownValue(recordOf(strings), id)).text)
}

/** `{0}` is the first argument, `{{` a brace. Without arguments the text is left alone: tools forget to double braces. */
function withArguments(template: string, values: readonly unknown[]): string {
  if (values.length === 0) return template
  return template.replace(/\{\{|\}\}|\{(\d{1,3})\}/g, (whole, index: string | undefined) => {
    if (index === undefined) return whole.charAt(0)
    const value = values[Number(index)]
    return typeof value === 'string' ? value : whole
  })
}

/** `[the source](1)` points to a related place by number, which means nothing outside of the file. */
function withoutPlaceLinks(text: string): string {
  return text.includes('](') ? text.replace(/\[([^[\]\n]{1,500})\]\(\d{1,6}\)/g, '$1') : text
}
