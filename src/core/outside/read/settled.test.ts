import { expect, it } from 'vitest'
import type { Weight } from '../types.ts'
import { isLeftAsItIs } from './settled.ts'

type Row = readonly [body: string, severity: Weight | null]

it.each<Row>([
  ['The limit could be written out. That is a matter of taste, and the current code is fine.', null],
  ['The port is set twice. This is harmless but suggests an oversight.', null],
  ['**Lookup**\n\nIt could be cached to avoid the second read. The approach is acceptable.', 'low'],
  ['The order differs from the one above. No change is needed.', 'low'],
])('leaves the code as it is: %s', (body, severity) => {
  expect(isLeftAsItIs({ body, severity })).toBe(true)
})

it.each<Row>([
  ['The second assignment is harmless. The first should be guarded.', null],
  ['The port is set twice. It is harmless but noise; dropping one of the lines is enough.', null],
  ['This is acceptable for now, but consider a limit.', null],
  ['If that is meant, this is fine.', null],
  ['The code is correct only while there is one worker.', null],
  ['The logic is correct in the first branch. In the second the value is read twice.', null],
  ['The type is wrong; the behaviour is fine today.', null],
  ['The behaviour is fine today, the next caller breaks.', null],
  ['The code is fine.\n\n```suggestion\nreturn 1\n```', null],
  ['The behaviour is acceptable.', 'high'],
  ['The file is never closed.', null],
  ['The code is not correct when the list is empty.', null],
  ["It's hardly acceptable that a name is lost.", null],
  ['This is never safe in a worker.', 'low'],
])('asks for something: %s', (body, severity) => {
  expect(isLeftAsItIs({ body, severity })).toBe(false)
})
