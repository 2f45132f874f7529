import { describe, expect, it } from 'vitest'
import { parseScope, type ScopeFlags } from './scope.ts'

const none: ScopeFlags = { base: false, committed: false, sinceLastReview: false, fullReview: false, github: false }

describe('the words after review', () => {
  it.each([
    ['', { kind: 'branch', committed: false }],
    ['branch', { kind: 'branch', committed: false }],
    ['staged', { kind: 'staged' }],
    ['123', { kind: 'pr', number: 123 }],
    ['#7', { kind: 'pr', number: 7 }],
    ['0', { kind: 'paths', paths: ['0'], committed: false }],
    ['main..topic', { kind: 'range', from: 'main', to: 'topic', symmetric: false }],
    ['main...topic', { kind: 'range', from: 'main', to: 'topic', symmetric: true }],
    ['v1.2..', { kind: 'range', from: 'v1.2', to: 'HEAD', symmetric: false }],
    ['..v1.2', { kind: 'range', from: 'HEAD', to: 'v1.2', symmetric: false }],
    ['HEAD~2..HEAD', { kind: 'range', from: 'HEAD~2', to: 'HEAD', symmetric: false }],
    ['../file', { kind: 'paths', paths: ['../file'], committed: false }],
    ['..', { kind: 'paths', paths: ['..'], committed: false }],
    ['src/../a.ts', { kind: 'paths', paths: ['src/../a.ts'], committed: false }],
    ['src/a.ts', { kind: 'paths', paths: ['src/a.ts'], committed: false }],
    ['staged a.ts', { kind: 'paths', paths: ['staged', 'a.ts'], committed: false }],
  ])('%j', (words, scope) => {
    expect(parseScope(words === '' ? [] : words.split(' '), none)).toEqual({ scope })
  })
})

describe('flags that contradict the words', () => {
  it.each<[string, Partial<ScopeFlags>]>([
    ['staged', { base: true }],
    ['staged', { committed: true }],
    ['staged', { sinceLastReview: true }],
    ['a..b', { base: true }],
    ['a..b', { sinceLastReview: true }],
    ['src', { sinceLastReview: true }],
    ['', { sinceLastReview: true, fullReview: true }],
    ['', { sinceLastReview: true, github: true }],
    ['staged', { github: true }],
    ['a..b', { github: true }],
    ['src', { github: true }],
  ])('%j with %j is refused', (words, flags) => {
    expect(parseScope(words === '' ? [] : [words], { ...none, ...flags })).toHaveProperty('problem')
  })
})
