import { describe, expect, it } from 'vitest'
import { classify } from '../classify.ts'

const severityIn = (body: string) =>
  classify({
    bot: null,
    login: 'claude',
    surface: 'inline',
    state: null,
    commit: null,
    path: 'a.ts',
    line: 3,
    body,
    raw: null,
  }).items[0]?.severity ?? null

describe('severityIn', () => {
  it.each([
    ['P0 (security): the title is not escaped', 'critical'],
    ['P1 accuracy: the sum is wrong', 'high'],
    ['<!-- {"p": 3} -->\nP1: lost', 'high'],
    ['**1. Race in `a.ts:3`** (High)\nIt races.', 'high'],
    ['Lost. [logic error]\n\n**Severity Level:** Major ⚠️', 'high'],
    ['<details>\n<summary><b>Severity Level:</b> Critical</summary>\n</details>', 'critical'],
    ['<img src="x.png" alt="Advisory comments"> Lost', 'low'],
    ['- **Critical** — lost', 'critical'],
    ['_:warning: Potential issue_ | _:orange_circle: Major_\n\nLost', 'high'],
    ['### Lost\n\n<!-- **Medium Severity** -->\n\nIt is lost.', 'medium'],
    ['_Γö£ΓòÉ Potential issue_ | _≡ƒö┤ Critical_\n\nLost', 'critical'],
    ['_ðŸ› Refactor_ | _ðŸŸ  Major_\n\nLost', 'high'],
  ])('finds the mark in %j', (markup, weight) => {
    expect(severityIn(markup)).toBe(weight)
  })

  it.each([
    'The search reads `items[low]` and arr[high] past the end.',
    'It is *critical* that this **low** value is kept.',
    'A reader of this high severity alert sees nothing.',
    'The row calls itself “(P4)” and is not.',
    '<!-- this was high severity once -->\nLost.',
    'It has a priority: high ones go first.',
    '_Check_\n\n```\nseverity: high\n```',
  ])('takes no word of running text or code for one: %j', (markup) => {
    expect(severityIn(markup)).toBeNull()
  })
})
