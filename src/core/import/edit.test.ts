import { expect, it } from 'vitest'
import { type Edit, wholeLineEdit } from './edit.ts'

const lines = ['const x = 1', 'debugger', 'if (x == 1) {', "  say('é😀z')", '}']
const lineText = (line: number): string | undefined => lines[line - 1]
const unknown = (): undefined => undefined

const edit = (parts: Partial<Edit>): Edit => ({ startLine: 2, endLine: 2, text: 'x', unit: 'utf16', ...parts })

it.each<[string, Partial<Edit>, { start: number; end: number; suggestion: string }]>([
  ['a line', { text: 'stop()' }, { start: 2, end: 2, suggestion: 'stop()' }],
  ['several lines', { endLine: 4, text: 'a\r\nb\n' }, { start: 2, end: 4, suggestion: 'a\nb' }],
  ['a blank line at the end', { text: 'a\n\n' }, { start: 2, end: 2, suggestion: 'a\n\n' }],
  ['the deletion of a line', { text: '' }, { start: 2, end: 2, suggestion: '' }],
  [
    'lines with their line break',
    { startColumn: 1, endLine: 3, endColumn: 1, text: 'a\n' },
    { start: 2, end: 2, suggestion: 'a' },
  ],
  [
    'the deletion with the line break',
    { startColumn: 1, endLine: 3, endColumn: 1, text: '' },
    { start: 2, end: 2, suggestion: '' },
  ],
])('needs no source for %s', (_, parts, expected) => {
  expect(wholeLineEdit(edit(parts), unknown)).toEqual(expected)
})

it.each<[string, Partial<Edit>, { start: number; end: number; suggestion: string }]>([
  [
    'part of a line',
    { startLine: 3, startColumn: 7, endLine: 3, endColumn: 9, text: '===' },
    { start: 3, end: 3, suggestion: 'if (x === 1) {' },
  ],
  [
    'an insertion',
    { startLine: 3, startColumn: 9, endLine: 3, endColumn: 9, text: '=' },
    { start: 3, end: 3, suggestion: 'if (x === 1) {' },
  ],
  [
    'a line break before the line',
    { startLine: 1, startColumn: 12, endColumn: 9, text: '' },
    { start: 2, end: 2, suggestion: '' },
  ],
  [
    'columns in UTF-16',
    { startLine: 4, startColumn: 11, endLine: 4, endColumn: 12, text: 'y', unit: 'utf16' },
    { start: 4, end: 4, suggestion: "  say('é😀y')" },
  ],
  [
    'columns in code points',
    { startLine: 4, startColumn: 10, endLine: 4, endColumn: 11, text: 'y', unit: 'code-point' },
    { start: 4, end: 4, suggestion: "  say('é😀y')" },
  ],
  [
    'columns in bytes',
    { startLine: 4, startColumn: 14, endLine: 4, endColumn: 15, text: 'y', unit: 'utf8' },
    { start: 4, end: 4, suggestion: "  say('é😀y')" },
  ],
  [
    'a deletion that joins lines',
    { startColumn: 1, endLine: 3, endColumn: 1, text: 'void ' },
    { start: 2, end: 3, suggestion: 'void if (x == 1) {' },
  ],
])('makes whole lines of %s', (_, parts, expected) => {
  expect(wholeLineEdit(edit(parts), lineText)).toEqual(expected)
})

it.each<[string, Partial<Edit>]>([
  ['part of a line that is not known', { startLine: 9, startColumn: 3, endLine: 9, endColumn: 4 }],
  ['a column behind the end of the line', { startColumn: 99, endColumn: 100 }],
  ['a column inside of a character', { startLine: 4, startColumn: 9, endLine: 4, endColumn: 10, unit: 'utf8' }],
  ['an end before the start', { startLine: 3, endLine: 2 }],
])('refuses %s', (_, parts) => {
  expect(wholeLineEdit(edit(parts), lineText)).toBeNull()
})
