import fc from 'fast-check'
import { expect, it } from 'vitest'
import { averageLink } from './cluster.ts'

function cluster(similarities: readonly (readonly number[])[], threshold: number) {
  const links = similarities.flatMap((row, left) =>
    row.flatMap((similarity, right) => (right > left ? [{ left, right, similarity }] : [])),
  )
  return averageLink(similarities.length, links, {
    threshold: () => threshold,
    compatible: () => true,
    similarity: (left, right) => similarities[left]![right]!,
  })
}

it.each<[string, number[][], number[][]]>([
  ['nothing', [], []],
  [
    'two alike',
    [
      [1, 0.8],
      [0.8, 1],
    ],
    [[0, 1]],
  ],
  [
    'two unlike',
    [
      [1, 0.2],
      [0.2, 1],
    ],
    [[0], [1]],
  ],
  [
    'a chain is cut',
    [
      [1, 0.9, 0],
      [0.9, 1, 0.6],
      [0, 0.6, 1],
    ],
    [[2], [0, 1]],
  ],
  [
    'a weak member is carried by the mean',
    [
      [1, 0.9, 0.4],
      [0.9, 1, 0.7],
      [0.4, 0.7, 1],
    ],
    [[0, 1, 2]],
  ],
  [
    'what is varied in itself needs a little less',
    [
      [1, 0.5, 0.52, 0.46],
      [0.5, 1, 0.46, 0.46],
      [0.52, 0.46, 1, 0.46],
      [0.46, 0.46, 0.46, 1],
    ],
    [[0, 1, 2, 3]],
  ],
])('%s', (_, similarities, expected) => {
  expect(cluster(similarities, 0.5)).toEqual(expected)
})

it('joins as the definition does, which looks at all pairs each time', () => {
  const size = 8
  // Without bias, so that no two means are equal by chance.
  const similarity = fc.noBias(fc.integer({ min: 0, max: 2 ** 31 })).map((value) => value / 2 ** 31)
  const matrix = fc.array(similarity, { minLength: size * size, maxLength: size * size })
  fc.assert(
    fc.property(matrix, (values) => {
      const at = (left: number, right: number): number => values[Math.min(left, right) * size + Math.max(left, right)]!
      const similarities = Array.from({ length: size }, (_, left) =>
        Array.from({ length: size }, (_, right) => at(left, right)),
      )
      const plain = byDefinition(similarities, 0.5)
      expect(cluster(similarities, 0.5).map(String).sort()).toEqual(plain.map(String).sort())
    }),
  )
})

function byDefinition(similarities: readonly (readonly number[])[], threshold: number): number[][] {
  const clusters = similarities.map((_, item) => [item])
  while (true) {
    let best: { value: number; left: number; right: number } | undefined
    for (let left = 0; left < clusters.length; left += 1) {
      for (let right = left + 1; right < clusters.length; right += 1) {
        const inner = mean(clusters[left]!, clusters[left]!) * mean(clusters[right]!, clusters[right]!)
        const value = mean(clusters[left]!, clusters[right]!) / inner ** (1 / 4)
        if (value >= threshold && value > (best?.value ?? -1)) best = { value, left, right }
      }
    }
    if (best === undefined) return clusters
    const [joined] = clusters.splice(best.right, 1)
    clusters[best.left] = [...clusters[best.left]!, ...joined!].sort((one, other) => one - other)
  }

  function mean(first: readonly number[], second: readonly number[]): number {
    const pairs = first.flatMap((one) => second.map((other) => (one === other ? 1 : similarities[one]![other]!)))
    return pairs.reduce((sum, value) => sum + value, 0) / pairs.length
  }
}
