import { expect, it } from 'vitest'
import { readWorkItem } from './work-item.ts'

const criteria = '- The work item is done as described, with tests.'

it.each<[string, ReturnType<typeof readWorkItem>]>([
  [
    'add rate limiting to the login route',
    {
      title: 'add rate limiting to the login route',
      problem: 'add rate limiting to the login route',
      context: '',
      criteria,
    },
  ],
  [
    '# Rate limits\n\nToo many tries.\n\n## Context\nSee `login.ts`.\n\n## Acceptance Criteria\n- 429 after five\n\n## Notes\nSoon.\n',
    {
      title: 'Rate limits',
      problem: 'Too many tries.\n\n### Notes\nSoon.',
      context: 'See `login.ts`.',
      criteria: '- 429 after five',
    },
  ],
  ['# Only a title\n', { title: 'Only a title', problem: 'Only a title', context: '', criteria }],
  [
    'First sentence. Second one.\nMore.',
    { title: 'First sentence', problem: 'First sentence. Second one.\nMore.', context: '', criteria },
  ],
  ['## Rate limits\nAdd them.', { title: 'Rate limits', problem: '### Rate limits\nAdd them.', context: '', criteria }],
  ['- add limits\n- test them', { title: 'add limits', problem: '- add limits\n- test them', context: '', criteria }],
  [
    '<!--\nSay what is wrong.\n-->\n\nAdd it.\n<!-- and no more -->',
    {
      title: 'Add it',
      problem: '<!--\nSay what is wrong.\n-->\n\nAdd it.\n<!-- and no more -->',
      context: '',
      criteria,
    },
  ],
])('reads %j', (text, item) => {
  expect(readWorkItem(text)).toEqual(item)
})

it('cuts a title that is too long at a word', () => {
  const { title, problem } = readWorkItem('word '.repeat(40).trim())
  expect(title).toMatch(/^(?:word )*word…$/)
  expect(title.length).toBeLessThanOrEqual(72)
  expect(problem).toHaveLength(199)
})
