import { expect, it } from 'vitest'
import { approval, context, fullResult, inconclusive } from '../../../test/schemas/sample-results.ts'
import type { ReviewResult } from '../../types.ts'
import { github } from './github.ts'

interface Command {
  readonly level: string
  readonly properties: Readonly<Record<string, string>>
  readonly message: string
}

/** Reads a line as the runner does: command, properties, message, each unescapedd. Null for a line that is only printed. */
function parse(line: string): Command | null {
  const match = /^::(error|warning|notice)(?: ([^:]*))?::(.*)$/.exec(line)
  if (match === null) return null
  const properties = (match[2] ?? '').split(',').map((pair) => {
    const at = pair.indexOf('=')
    return [pair.slice(0, at), unescaped(pair.slice(at + 1))]
  })
  return { level: match[1]!, properties: Object.fromEntries(properties), message: unescaped(match[3]!) }
}

function unescaped(text: string): string {
  return text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%')
}

function commands(result: ReviewResult): { commands: Command[]; printed: string[] } {
  const output = github(result, context)
  expect(output.endsWith('\n')).toBe(true)
  const lines = output.slice(0, -1).split('\n')
  return {
    commands: lines.flatMap((line) => parse(line) ?? []),
    printed: lines.filter((line) => parse(line) === null),
  }
}

it('writes a command for each finding, the worst first, then one line', () => {
  const { commands: found, printed } = commands(fullResult)
  expect(found.map(({ level, properties }) => [level, properties.file, properties.line, properties.endLine])).toEqual([
    ['error', 'src/server/login.ts', '14', '14'],
    ['error', 'src/server/login.ts', '31', '34'],
    ['error', 'src/ünïcode dir/a,b:c%20#1 "q".py', '3', '3'],
    ['warning', 'src/a.ts', '2', '2'],
    ['notice', undefined, undefined, undefined],
    ['notice', 'assets/photo.psd', undefined, undefined],
    ['notice', undefined, undefined, undefined],
  ])
  expect(printed).toEqual([
    'review-loop: Changes Requested, gate blocked. Findings: 1 P0, 1 P1, 2 P2, 2 P3. 1 P0, 1 P1 and 1 blocking P2 finding remain.',
  ])
})

it('escapes what would end a property, a message or the line', () => {
  const [, lock, odd] = commands(fullResult).commands
  expect(lock!.properties.title).toBe(
    'P1 The lock is held while every user is loaded one after the other, so that other requests wait for all of them',
  )
  expect(lock!.message).toContain('\n- 200 users take 200 round trips,\n')
  expect(odd!.message).toContain('::warning::not a command')
  expect(github(fullResult, context)).toContain('file=src/ünïcode dir/a%2Cb%3Ac%2520#1 "q".py,line=3')
})

it('lets no text of a reviewer become a command', () => {
  const lines = github(fullResult, context).split('\n')
  expect(lines.filter((line) => /^(::|##\[)/.test(line))).toHaveLength(commands(fullResult).commands.length)
  expect(github(fullResult, context)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
})

it('says with an error that a review did not finish', () => {
  expect(commands(inconclusive)).toEqual({
    commands: [
      {
        level: 'error',
        properties: { title: 'Review Incomplete' },
        message: 'bug-hunter timed out after 10m.\ntypescript crashed.',
      },
    ],
    printed: [
      'review-loop: Review Incomplete, gate inconclusive. Findings: none. bug-hunter timed out after 10m. typescript crashed.',
    ],
  })
})

it('prints one line for an approval', () => {
  expect(github(approval, context)).toBe('review-loop: Approved, gate pass. Findings: none.\n')
})
