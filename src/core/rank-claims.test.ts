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
    claim(1, 'one', 'Typing mistake in a label', { severity: 'P3' }),
    claim(2, 'one', path, { severity: 'P0' }),
    claim(3, 'two', race),
    claim(4, 'three', `${race} without a lock`),
  ])
  expect(clusters.map(({ members, kept }) => [members, kept])).toEqual([
    [[3, 4], true],
    [[2], false],
    [[1], false],
  ])
})

it('shows everything where too few speak to agree', () => {
  expect(clusterClaims([claim(1, 'one', race), claim(2, 'two', path)]).map(({ kept }) => kept)).toEqual([true, true])
})

it('does not merge what one reviewer says in two places, nor what stands in two files', () => {
  const places = [
    claim('a', 'one', race, { file: 'a.ts', line: 3 }),
    claim('b', 'one', race, { file: 'a.ts', line: 300 }),
    claim('c', 'two', race, { file: 'b.ts', line: 3 }),
  ]
  expect(clusterClaims(places).map(({ members }) => members)).toEqual([['a'], ['b'], ['c']])
})

it('is represented by who says most of what the others say', () => {
  const [cluster] = clusterClaims([
    claim('vague', 'one', 'counter update lost sometimes maybe'),
    claim('middle', 'two', race),
    claim('long', 'three', `${race}, as the queue worker and the page both write it without any lock`),
  ])
  expect(cluster).toMatchObject({ members: ['vague', 'middle', 'long'], representative: 'middle' })
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
