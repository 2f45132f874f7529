import { describe, expect, it } from 'vitest'
import { needsAnchor, readAnchor } from './issue-anchor.ts'

describe('readAnchor', () => {
  it.each<[string, string | null, number | null, string]>([
    ['It leaks\nFile: `src/a.ts`, around line 7', 'src/a.ts', 7, 'It leaks'],
    ['It leaks\nFile: `src/a.ts`', 'src/a.ts', null, 'It leaks'],
    ['It leaks\nFile: `src/a.ts`, around line N', 'src/a.ts', null, 'It leaks'],
    ['It leaks\nFile: src/a.ts, line 7.', 'src/a.ts', 7, 'It leaks'],
    ['It leaks\n- **File:** `./src/a.ts:7`', 'src/a.ts', 7, 'It leaks'],
    ['It leaks\n**File**: `a.ts#L7`', 'a.ts', 7, 'It leaks'],
    ['It leaks. File: `a.ts`, around line 7', 'a.ts', 7, 'It leaks.'],
    ['It leaks\nFile: `my notes/a.txt` (line 7)', 'my notes/a.txt', 7, 'It leaks'],
    ['It leaks\nFile: `a.ts`, line 0', 'a.ts', null, 'It leaks'],
    ['It leaks\nFile: `/tmp/other/a.ts`', '/tmp/other/a.ts', null, 'It leaks'],
    ['It leaks\nFile: `a.ts`, line 7\nMore.', 'a.ts', 7, 'It leaks\nMore.'],
    // What says more than the place stays.
    ['It leaks\nFile: `a.ts`, line 7 and `b.ts`', 'a.ts', 7, 'It leaks\nFile: `a.ts`, line 7 and `b.ts`'],
    ['It leaks\nFile: `a.ts`\nFile: `b.ts`', 'a.ts', null, 'It leaks\nFile: `b.ts`'],
    ['It leaks\nFile: the parser', null, null, 'It leaks\nFile: the parser'],
    ['It leaks\nFile: N/A', null, null, 'It leaks\nFile: N/A'],
    ['The file: it leaks', null, null, 'The file: it leaks'],
    ['`a.ts` leaks', null, null, '`a.ts` leaks'],
  ])('reads %j', (text, file, line, left) => {
    expect(readAnchor(text)).toEqual({ file, line, text: left })
  })
})

describe('needsAnchor', () => {
  it.each<[string, boolean]>([
    ['It leaks', true],
    ['A missing null check crashes the parser', true],
    ['No validation of the length', true],
    ['The counter is not reset', true],
    ['Missing validation in the login route', true],
    ['The endpoint is missing a check', true],
    ['The test for the lockout is missing a check', true],
    ['The precondition of the route is not met', true],
    ['The parser still lacks a check', true],
    ['Missing tests for the limiter', false],
    ['Tests for the new limiter are missing', false],
    ['A test for the lockout is missing', false],
    ['The tests that the plan names for the lockout of an account are still missing.', false],
    ['Acceptance criterion 2 is not met: there is nothing that unlocks an account', false],
    ['The second requirement is not fulfilled', false],
    ['There is nothing that unlocks an account', false],
    ['Nothing tests the lockout', false],
    ['README.md still lacks the new option', false],
    ['The documentation does not mention the new option', false],
    ['There is no test strategy', false],
    ['The change has no unit tests', false],
    ['Step 3 of the plan was not implemented', false],
    ['The migration file is missing', false],
    ['The promised module does not exist', false],
    ['The route is untested', false],
    ['Workspace divergence: the work is elsewhere', false],
    ['All of it is in another checkout', false],
    ['The work was done in a worktree', false],
  ])('of %j is %j', (text, expected) => {
    expect(needsAnchor(text)).toBe(expected)
  })
})
