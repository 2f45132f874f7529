import { describe, expect, it } from 'vitest'
import { astRules, loadEngine } from './ast-engine.ts'

const engine = await loadEngine(new Set(['go', 'java', 'rust']))

describe.each(astRules)('$id', (rule) => {
  const found = (text: string) =>
    rule.languages.map((language) => engine.match(language, text).filter((match) => match.rule === rule).length > 0)

  it.each(rule.bad)('reports %j', (text) => {
    expect(found(text)).toEqual(rule.languages.map(() => true))
  })

  it.each(rule.good)('leaves %j alone', (text) => {
    expect(found(text)).toEqual(rule.languages.map(() => false))
  })
})
