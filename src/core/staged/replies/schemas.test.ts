import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { correctionPrompt } from '../../agents/prompts.ts'
import { parseExecutionReply } from './execution-reply.ts'
import { parsePlanningReply } from './planning-reply.ts'
import { parseDecision } from './question.ts'
import { problemLine } from './reply-sections.ts'
import { parseReviewerReply } from './reviewer-reply.ts'

// The forms that agents are shown are the forms that are read: filled in, each is an answer; as they stand, none is.

const template = (name: string) => readFileSync(new URL(`../../../../prompts/${name}.md`, import.meta.url), 'utf8')
const prompt = (name: string) => template(`staged-schema-${name}`)
const form = (name: string) => /^```md\n([\s\S]*?)^```$/m.exec(prompt(name))?.[1] ?? ''

const reviewer = form('reviewer')
const planning = form('planning')
const execution = form('execution')
const dots = (text: string) => text.replaceAll('...', 'Some words.')
const filled = (text: string) => dots(text).replace('{title}', 'Limits').replace('path/to/file.ext', 'src/limit.ts')
const alternative = (text: string, ...left: readonly string[]) => left.reduce((all, row) => all.replace(row, ''), text)

const noChange = [
  'No code changes were required for this round.\n',
  'No-op round. The approved plan and current code already satisfy this step.\n',
]

it.each<[string, () => object]>([
  [
    'a refusal',
    () => {
      const text = alternative(reviewer, '- None.\n').replace('[APPROVE | REQUEST_CHANGES]', 'REQUEST_CHANGES')
      return parseReviewerReply(
        dots(text).replace('path/file.ext', 'src/a.ts').replaceAll('<description>', 'It leaks'),
        { kind: 'code' },
      )
    },
  ],
  [
    'an approval',
    () => {
      const text = reviewer.replace(/- \[CRITICAL\][\s\S]*?(?=- None\.)/, '')
      return parseReviewerReply(dots(text).replace('[APPROVE | REQUEST_CHANGES]', 'APPROVE'), { kind: 'code' })
    },
  ],
  ['a plan', () => parsePlanningReply(filled(planning))],
  ['a round', () => parseExecutionReply(filled(alternative(execution, ...noChange, 'None\n')))],
  [
    'a round without changes',
    () =>
      parseExecutionReply(filled(alternative(execution, '...\n', '...\n', '- `path/to/file.ext` - what changed\n'))),
  ],
  ['a decision', () => parseDecision(prompt('decision'))],
])('reads the form of %s once it is filled in', (_, read) => {
  expect(read()).toHaveProperty('value')
})

it.each<[string, object]>([
  ['reviewer', parseReviewerReply(reviewer, { kind: 'plan' })],
  ['planning', parsePlanningReply(planning)],
  ['execution', parseExecutionReply(execution)],
])('does not read the form of the %s schema as it stands', (_, read) => {
  expect(read).toHaveProperty('problems')
})

it('asks again with what was wrong', async () => {
  const answer = '### VERDICT: LGTM\n'
  const read = parseReviewerReply(answer, { kind: 'code' })
  const problems = 'problems' in read ? read.problems.map(problemLine) : []
  const again = correctionPrompt(prompt('reviewer'), template('staged-correction'), problems, answer)
  await expect(again).toMatchFileSnapshot('../../../../test/prompts/staged-correction.txt')
})
