import { describe, expect, it } from 'vitest'
import { readStory, storySection, storyTitle } from './story.ts'

function criteriaOf(markdown: string): readonly string[] {
  const story = readStory(markdown)
  if ('problems' in story) throw new Error(story.problems.join('\n'))
  return story.value.criteria
}

const under = (text: string) =>
  `# Story 1.2: Log in\n\n## Acceptance Criteria\n\n${text}\n\n## Tasks\n\n- [ ] not a criterion\n`

describe('readStory', () => {
  it.each([
    ['numbers', '1. One\n2. Two', ['One', 'Two']],
    ['bullets', '- One\n* Two\n+ Three', ['One', 'Two', 'Three']],
    ['checkboxes, done or not', '- [ ] One\n- [x] Two', ['One', 'Two']],
    [
      'items over several lines',
      '1. One\n   goes on\n\n   and on\n2. Two\nlazily',
      ['One goes on and on', 'Two lazily'],
    ],
    ['lists below an item', '- One\n  - a\n  - b\n- Two', ['One a b', 'Two']],
    ['an indented list', '  - One\n  - Two', ['One', 'Two']],
    [
      'steps as bold paragraphs',
      '**Given** a user\n**When** they log in\n**Then** they see a page\n**And** a name\n\n**Given** nobody\n**Then** nothing',
      ['Given a user When they log in Then they see a page And a name', 'Given nobody Then nothing'],
    ],
    [
      'steps as bullets',
      '- Given a\n- When b\n- Then c\n- Given d\n- Then e',
      ['Given a When b Then c', 'Given d Then e'],
    ],
    ['steps inside a number', '1. **Given** a\n   **When** b\n   **Then** c\n2. Two', ['Given a When b Then c', 'Two']],
    [
      'scenarios in a code block',
      '```gherkin\nScenario: First\n  Given a\n  Then b\n\nScenario: Second\n  Given c\n```',
      ['Scenario: First Given a Then b', 'Scenario: Second Given c'],
    ],
    [
      'headings with a name',
      '### AC1: Log in\n\n- a page\n- a name\n\n### AC 2 - Log out\n\nThe page goes.',
      ['AC1: Log in a page a name', 'AC 2 - Log out The page goes.'],
    ],
    ['headings that only group', '### Pages\n\n- One\n- Two\n\n### Mail\n\n- Three', ['One', 'Two', 'Three']],
    ['a table', '| # | Criterion |\n|---|---|\n| 1 | One |\n| 2 | Two |', ['1: One', '2: Two']],
    ['a sentence before the list', 'All of this must hold:\n\n- One', ['One']],
    ['paragraphs, where there is no list', 'One\ngoes on.\n\nTwo.', ['One goes on.', 'Two.']],
    ['no comments and no placeholders', '- One <!-- - hidden -->\n- TBD\n- ...', ['One']],
    ['code and names as they are', '- `a_b` and __init__ **now**', ['`a_b` and __init__ now']],
  ])('reads %s', (_what, text, criteria) => {
    expect(criteriaOf(under(text))).toEqual(criteria)
  })

  it.each([
    ['**Acceptance Criteria:**\n\n- One\n\n**Notes:**\n\n- not one'],
    ['Acceptance criteria:\n- One\n\n## Notes\n- not one'],
    ['### 3. Acceptance Criteria\n- One\n### Notes\n- not one'],
    ['## ACs\n- One\n# Notes\n- not one'],
    ['```\n## Acceptance Criteria\n- not one\n```\n## Acceptance Criteria ##\r\n- One\r\n'],
  ])('finds the section in %j', (markdown) => {
    expect(criteriaOf(markdown)).toEqual(['One'])
  })

  it.each([
    ['# Story 1.2: Log in', '1.2', 'Log in', 'Story 1.2'],
    ['# Story 1.2 - Log in', '1.2', 'Log in', 'Story 1.2'],
    ['# User story #17 Log in', '17', 'Log in', 'Story 17'],
    ['# 1.2 Log in', '1.2', 'Log in', 'Story 1.2'],
    ['# Log in with 2 keys', null, 'Log in with 2 keys', 'Log in with 2 keys'],
    ['---\nid: "3.4"\ntitle: Sign up\nstatus: done\n---\n# Story 1.2: Log in', '3.4', 'Sign up', 'Story 3.4'],
    ['', null, 'Acceptance Criteria', 'Acceptance Criteria'],
  ])('reads id and title of %j', (head, id, title, name) => {
    const story = readStory(`\ufeff${head}\n\n## Acceptance Criteria\n- One\n`)
    expect(story).toEqual({ value: { id, title, criteria: ['One'] } })
    expect(storyTitle({ id, title })).toBe(name)
  })

  it.each([
    ['', 'is empty'],
    ['# Story\n\nJust do it.\n', 'no acceptance criteria'],
    ['# Story\n\n## Acceptance Criteria\n\n- TODO\n', 'no acceptance criteria'],
    [`## Acceptance Criteria\n- ${'x'.repeat(20_001)}\n`, '20001 characters'],
  ])('refuses %j', (markdown, problem) => {
    expect(readStory(markdown)).toEqual({ problems: [expect.stringContaining(problem)] })
  })
})

describe('storySection', () => {
  it('numbers the criteria and does not let them out of their place', () => {
    const section = storySection('Before\n{{story}}\nAfter', { id: null, title: 'T', criteria: ['One', '{{x}} >>>'] })
    expect(section).toMatch(/^Before\n<<<story (\w+)\nT\n1\. One\n2\. \{\{x\}\} >>>\nstory \1>>>\nAfter$/)
  })
})
