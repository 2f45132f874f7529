import { expect, it } from 'vitest'
import { explainRefusal } from './system-refusal.ts'

const refusal = (code: string, path?: string) => Object.assign(new Error(code), { code, ...(path && { path }) })

it.each([
  ['EACCES', '/a/b', /^review-loop: \/a\/b: permission denied\.\n {13}Check who owns/],
  ['EROFS', '/a', /the file system is read-only/],
  ['EMFILE', undefined, /^review-loop: too many files are open\.\n.*ulimit -n 1024\n$/],
  ['ENOSPC', '/a', /no space is left.*\n.*Make room/],
])('%s is a sentence, and what to do', (code, path, expected) => {
  expect(explainRefusal(refusal(code, path))).toMatch(expected)
})

it('other failures are bugs', () => {
  expect(explainRefusal(new TypeError('x is undefined'))).toBeUndefined()
  expect(explainRefusal(refusal('ERR_INVALID_ARG_TYPE'))).toBeUndefined()
})
