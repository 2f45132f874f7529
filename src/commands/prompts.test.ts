import { expect, it } from 'vitest'
import { readPrompts } from './prompts.ts'

it('says that a prompt is missing, and what to do', () => {
  const hint = expect.stringContaining('npm run build')
  expect(() => readPrompts(['not-there'])).toThrow(expect.objectContaining({ code: 'other_prompts', hint }))
})
