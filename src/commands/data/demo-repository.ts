// A small shop, and a change to it with the mistakes people make at the end of a long day.

export const demoBase: Readonly<Record<string, string>> = {
  'src/cart.ts': `export interface Item {
  name: string
  price: number
}

export function total(items: Item[]): number {
  return items.reduce((sum, item) => sum + item.price, 0)
}
`,
  'src/report.py': `def report(orders):
    return [order.total for order in orders]
`,
  'test/cart.test.ts': `import { total } from '../src/cart'

test('sums the prices', () => {
  expect(total([{ name: 'tea', price: 4 }])).toBe(4)
})
`,
}

/** Mistakes that can be mended without understanding: each finding that blocks has a suggestion. */
export const demoChange: Readonly<Record<string, string>> = {
  'src/cart.ts': `export interface Item {
  name: string
  price: number
}

export function total(items: Item[]): number {
  debugger
  return items.reduce((sum, item) => sum + item.price, 0)
}

export function discounted(items: Item[], percent: number): number {
  const sum = total(items)
  if (percent === NaN) return sum
  return sum - (sum * percent) / 100
}
`,
  'src/report.py': `def report(orders, seen=[]):
    try:
        seen.extend(order.total for order in orders)
    except:
        pass
    return seen
`,
  'test/cart.test.ts': `import { discounted, total } from '../src/cart'

test('sums the prices', () => {
  expect(total([{ name: 'tea', price: 4 }])).toBe(4)
})

test.only('takes ten percent off', () => {
  expect(discounted([{ name: 'tea', price: 10 }], 10)).toBe(9)
})
`,
}
