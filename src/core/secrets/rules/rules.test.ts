import { expect, it } from 'vitest'
import { createSecretScanner, vendorRules } from '../index.ts'
import { fillExample, vendorExamples } from './examples.ts'

const scanner = createSecretScanner()
const rulesIn = (line: string): string[] => scanner.scanLine('src/settings.ts', line).map((match) => match.rule)

const rows = (side: 'match' | 'reject'): [rule: string, example: string][] =>
  Object.entries(vendorExamples).flatMap(([rule, examples]) =>
    examples[side].map((example): [string, string] => [rule, example]),
  )

it('has examples for every rule and rules for every example', () => {
  expect(Object.keys(vendorExamples).sort()).toEqual(vendorRules.map((rule) => rule.name).sort())
})

it.each(rows('match'))('%s is found in %s', (rule, example) => {
  const found = [1, 2, 3].map((seed) => rulesIn(fillExample(example, seed)))
  expect(found.every((rules) => rules.includes(rule))).toBe(true)
})

it.each(rows('reject'))('%s is not found in %s', (rule, example) => {
  expect(rulesIn(fillExample(example, 1))).not.toContain(rule)
})

it.each(vendorRules.map((rule) => [rule.name, rule] as const))('%s is complete', (_, rule) => {
  expect(rule.page).toMatch(/^https:\/\//)
  expect(rule.keywords.every((keyword) => keyword === keyword.toLowerCase() && keyword.length >= 2)).toBe(true)
  expect(rule.title.length).toBeLessThan(60)
})
