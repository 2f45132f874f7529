import { expect, it } from 'vitest'
import { nearestLines } from './nearest-lines.ts'

const text = `import { open } from './files.js'

export async function readOrder(id) {
  const order = await open(id)
  const price = order.amount * order.unitPrice
  return price - order.discount
}

export async function readInvoice(id) {
  const invoice = await open(id)
  return invoice.total
}
`

const numbers = (quote: string, line: number | null, most?: number) =>
  nearestLines(text, quote, line, most).map((found) => found.line)

it.each<[title: string, quote: string, line: number | null, expected: readonly number[]]>([
  ['a line with another name in it', 'const price = order.amount * order.price', null, [4, 5, 6]],
  ['each line of several', 'const invoce = await open(id)\nreturn price + order.discount', null, [4, 6, 10]],
  ['the reported line where nothing is like it', 'DELETE FROM users', 6, [6]],
  ['nothing where nothing is like it and no line is reported', 'DELETE FROM users', null, []],
  ['nothing for a line that the file has not', 'DELETE FROM users', 400, []],
  ['nothing for a blank line', 'DELETE FROM users', 2, []],
])('finds %s', (_, quote, line, expected) => {
  expect(numbers(quote, line)).toEqual(expected)
})

it('prefers, of lines that are alike, the one near the reported line', () => {
  expect(numbers('export async function read(id) {', 8, 1)).toEqual([9])
  expect(numbers('export async function read(id) {', 2, 1)).toEqual([3])
})

it('gives the code of a line without its indentation', () => {
  expect(nearestLines(text, 'return price - order.rebate', null, 1)).toEqual([
    { line: 6, code: 'return price - order.discount' },
  ])
})
