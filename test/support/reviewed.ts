import { expect } from 'vitest'
import { type ProgramOptions, reviewJson } from './program.ts'
import { createRepository, type Files, type TestRepository } from './repository.ts'
import { withDebugger, withMachinePath } from './samples.ts'

/** The blocking finding of `reviewedOnce`. */
export const inPath = 'hygiene/machine-path path.rb:1'

/** A branch that was reviewed once: a P1 in path.rb, a P2 in debug.rb. */
export async function reviewedOnce(base: Files = {}, env: ProgramOptions['env'] = {}): Promise<TestRepository> {
  const repository = createRepository({ 'README.md': '# Test\n', ...base })
  repository.commit('Add', { 'path.rb': withMachinePath, 'debug.rb': withDebugger })
  const { code, result } = await reviewJson(repository.path, [], env)
  expect(code).toBe(base['.review-loop/waivers.yaml'] === undefined ? 1 : 0)
  expect(modeOf(result.notices)).toBeUndefined()
  return repository
}

/** What the review says about its mode; undefined for a full one that needs no word. */
export function modeOf(notices: readonly string[]): string | undefined {
  return notices.find((notice) => notice.startsWith('Review mode: '))
}

export function many(count: number): Files {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`many/${index}.txt`, 'text\n']))
}
