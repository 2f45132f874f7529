import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Surface } from '../types.ts'
import { knownReviewers } from './index.ts'

const page = readFileSync(new URL('../../../../docs/github-reviewers.md', import.meta.url), 'utf8')

const words: Record<Surface, string> = {
  review: 'reviews',
  inline: 'threads',
  issue_comment: 'comments',
  check_run: 'checks',
  reply: 'answers',
  pr_body: 'the description',
  reaction: 'reactions',
}

it.each(knownReviewers)('is told about on the page for users: $name', (reviewer) => {
  const { id, name, trigger, deadlineMinutes, surfaces } = reviewer
  const row = page.split('\n').find((line) => line.startsWith(`| ${name} | \`${id}\` |`))
  expect(row).toContain(`| ${surfaces.map((surface) => words[surface]).join(', ')} |`)
  expect(row).toContain(`| ${deadlineMinutes} min |`)
  if (trigger !== null) expect(row).toContain(`\`${trigger}\``)
})
