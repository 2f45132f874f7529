import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Claim, clusterClaims } from './rank-claims.ts'

function claim(id: string | number, reviewer: string, problem: string, more: Partial<Claim> = {}): Claim {
  return { id, reviewer, problem, file: null, line: null, severity: null, title: '', ...more }
}

const race = 'Two requests update the counter at the same time and one update is lost'
const path = 'The upload path is taken from the request and may leave the folder'

it('ranks what more reviewers say first, and of equals the graver', () => {
  const clusters = clusterClaims([
    claim(1, 'one', 'Label misspelled', { severity: 'P3' }),
    claim(2, 'one', 'Folder escaped', { severity: 'P0' }),
    claim(3, 'two', race),
    claim(4, 'three', `${race} without a lock`),
  ])
  expect(clusters.map(({ members, kept }) => [members, kept])).toEqual([
    [[3, 4], true],
    [[2], false],
    [[1], false],
  ])
})

it('shows everything of a single reviewer, what it describes closely first', () => {
  const clusters = clusterClaims([claim(1, 'one', 'Bad name'), claim(2, 'one', path)])
  expect(clusters.map(({ members, kept }) => [members, kept])).toEqual([
    [[2], true],
    [[1], true],
  ])
})

it.each<[string, readonly Claim[]]>([
  [
    'what one reviewer says in two places, nor what stands in two files',
    [
      claim('a', 'one', race, { file: 'a.ts', line: 3 }),
      claim('b', 'one', race, { file: 'a.ts', line: 300 }),
      claim('c', 'two', race, { file: 'b.ts', line: 3 }),
    ],
  ],
  ['what has no words', [claim('a', 'one', ''), claim('b', 'two', '…'), claim('c', 'three', 'это')]],
  ['what shares only common words', [claim('a', 'one', race), claim('b', 'two', path), claim('c', 'two', 'The log')]],
])('does not merge %s', (_, claims) => {
  const members = clusterClaims(claims).map((cluster) => cluster.members)
  expect(members.flat().sort()).toEqual(['a', 'b', 'c'])
  expect(members).toHaveLength(3)
})

it('recognises what one reviewer says twice without a place', () => {
  expect(clusterClaims([claim(1, 'one', race), claim(2, 'one', race)])).toMatchObject([{ members: [1, 2] }])
})

it.each<[string, readonly Claim[]]>([
  [
    'describes it closely',
    [
      claim('vague', 'one', 'counter update lost sometimes maybe'),
      claim('middle', 'two', race),
      claim('best', 'three', `${race}, as the queue worker and the page both write it without any lock`),
    ],
  ],
  [
    'says little else',
    [
      claim('talkative', 'one', race),
      claim('best', 'two', race),
      ...['Rename this', 'Add a comment', 'Split the file'].map((problem) => claim(problem, 'one', problem)),
    ],
  ],
])('is represented by who %s', (_, claims) => {
  expect(clusterClaims(claims)[0]).toMatchObject({ representative: 'best' })
})

it('decides by the words and not by the order of the input', () => {
  const claims = [claim(1, 'one', race), claim(2, 'two', `${race} now`), claim(3, 'two', path), claim(4, 'three', path)]
  const named = (list: readonly Claim[]) =>
    clusterClaims(list).map(({ members, representative, score }) => [[...members].sort(), representative, score])
  expect(named([...claims].reverse())).toEqual(named(claims))
})

it('puts every claim in exactly one cluster, and scores between 0 and 1', () => {
  const claims = fc.uniqueArray(
    fc.record({
      id: fc.nat(1000),
      reviewer: fc.constantFrom('one', 'two', 'three', 'four'),
      problem: fc.constantFrom(race, path, 'counter', 'upload path request', ''),
      title: fc.constantFrom('', 'Race', 'Path'),
      file: fc.constantFrom(null, 'a.ts', 'b.ts'),
      line: fc.option(fc.integer({ min: 1, max: 60 }), { nil: null }),
      severity: fc.constantFrom(null, 'P0' as const, 'P3' as const),
    }),
    { selector: ({ id }) => id, maxLength: 25 },
  )
  fc.assert(
    fc.property(claims, (list) => {
      const clusters = clusterClaims(list)
      const members = clusters.flatMap((cluster) => cluster.members)
      expect([...members].sort()).toEqual(list.map(({ id }) => id).sort())
      for (const { members: own, representative, reviewers, score } of clusters) {
        expect(own).toContain(representative)
        expect(new Set(reviewers).size).toBe(reviewers.length)
        expect(score > 0 && score < 1).toBe(true)
      }
      expect(clusters.map(({ score }) => score)).toEqual(clusters.map(({ score }) => score).sort((a, b) => b - a))
    }),
  )
})
