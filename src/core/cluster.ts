/** A pair of items that may belong together. Items are numbered from 0 in an order that does not depend on the input. */
export interface Link {
  readonly left: number
  readonly right: number
  readonly similarity: number
}

export interface ClusterRules {
  /** Mean similarity that two clusters need, given their members. */
  readonly threshold: (first: readonly number[], second: readonly number[]) => number
  /** Whether two clusters may ever be one. Must hold for all pairs of members if it holds for the clusters. */
  readonly compatible: (first: readonly number[], second: readonly number[]) => boolean
  readonly similarity: (left: number, right: number) => number
}

/**
 * Average link: joins the two clusters with the highest mean similarity while it reaches the threshold. One bridge
 * between two groups is never enough. `links` are the pairs that reach it on their own: clusters without such a pair
 * between them have a mean below it. Clusters stay as small as their rules make them, so means are computed afresh.
 */
export function averageLink(
  count: number,
  links: readonly Link[],
  rules: ClusterRules,
): readonly (readonly number[])[] {
  const clusters: (readonly number[] | undefined)[] = Array.from({ length: count }, (_, item) => [item])
  const neighbours: (number[] | undefined)[] = new Array(count)
  const queue = linkQueue()
  for (const { left, right, similarity } of links) connect(left, right, similarity)
  for (let link = queue.take(); link !== undefined; link = queue.take()) {
    if (clusters[link.left] !== undefined && clusters[link.right] !== undefined) join(link.left, link.right)
  }
  return clusters.filter((members) => members !== undefined)

  function connect(left: number, right: number, similarity: number): void {
    addNeighbour(left, right)
    addNeighbour(right, left)
    queue.add({ left, right, similarity })
  }

  function addNeighbour(cluster: number, other: number): void {
    const known = neighbours[cluster]
    if (known === undefined) neighbours[cluster] = [other]
    else known.push(other)
  }

  function join(left: number, right: number): void {
    const members = [...clusters[left]!, ...clusters[right]!].sort((first, second) => first - second)
    const around = new Set([...(neighbours[left] ?? []), ...(neighbours[right] ?? [])])
    clusters[left] = clusters[right] = undefined
    const joined = clusters.push(members) - 1
    neighbours[left] = neighbours[right] = undefined
    for (const other of around) {
      const others = clusters[other]
      if (others === undefined || !rules.compatible(members, others)) continue
      const mean = meanSimilarity(members, others, rules.similarity)
      if (mean >= rules.threshold(members, others)) connect(other, joined, mean)
    }
  }
}

function meanSimilarity(
  first: readonly number[],
  second: readonly number[],
  similarity: (left: number, right: number) => number,
): number {
  let sum = 0
  for (const left of first) for (const right of second) sum += similarity(left, right)
  return sum / (first.length * second.length)
}

/** The most similar pair first; of equals the one with the lowest numbers. A binary heap. */
function linkQueue(): { readonly add: (link: Link) => void; readonly take: () => Link | undefined } {
  const heap: Link[] = []
  return { add, take }

  function add(link: Link): void {
    let at = heap.push(link) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!precedes(link, heap[parent]!)) break
      heap[at] = heap[parent]!
      at = parent
    }
    heap[at] = link
  }

  function take(): Link | undefined {
    const top = heap[0]
    const last = heap.pop()
    if (last !== undefined && heap.length > 0) sink(last)
    return top
  }

  function sink(link: Link): void {
    let at = 0
    while (true) {
      let child = 2 * at + 1
      if (child + 1 < heap.length && precedes(heap[child + 1]!, heap[child]!)) child += 1
      if (child >= heap.length || !precedes(heap[child]!, link)) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = link
  }
}

function precedes(first: Link, second: Link): boolean {
  if (first.similarity !== second.similarity) return first.similarity > second.similarity
  return first.left !== second.left ? first.left < second.left : first.right < second.right
}
