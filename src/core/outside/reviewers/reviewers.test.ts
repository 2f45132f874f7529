import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { knownReviewers } from './index.ts'

const page = readFileSync(new URL('../../../../docs/github-reviewers.md', import.meta.url), 'utf8')

it.each(knownReviewers)('is told about on the page for users: $name', (reviewer) => {
  const { id, name, trigger, deadlineMinutes } = reviewer
  const row = page.split('\n').find((line) => line.startsWith(`| ${name} | \`${id}\` |`))
  expect(row).toContain(`| ${deadlineMinutes} min |`)
  if (trigger !== null) expect(row).toContain(`\`${trigger}\``)
})
