/** A pair of items that may belong together. Items are numbered from 0 in an order that does not depend on the input. */
export interface Link {
  readonly left: number
  readonly right: number
  readonly similarity: number
}

export interface ClusterRules {
  /** Similarity that two clusters need, given their members. */
  readonly threshold: (first: readonly number[], second: readonly number[]) => number
  /** Whether two clusters may ever be one. Must hold for all pairs of members if it holds for the clusters. */
  readonly compatible: (first: readonly number[], second: readonly number[]) => boolean
  /** From 0 to 1. */
  readonly similarity: (left: number, right: number) => number
}

interface Cluster {
  readonly members: readonly number[]
  /** Mean similarity of all pairs of members, each with itself included. */
  readonly inner: number
}

/**
 * Average link: joins the two most similar clusters while they reach the threshold. One bridge between two groups is
 * never enough. `links` are the pairs to look at: clusters without one between them stay apart. Clusters stay as small
 * as their rules make them, so means are computed afresh.
 */
export function averageLink(
  count: number,
  links: readonly Link[],
  rules: ClusterRules,
): readonly (readonly number[])[] {
  const clusters: (Cluster | undefined)[] = Array.from({ length: count }, (_, item) => ({ members: [item], inner: 1 }))
  const neighbours: (number[] | undefined)[] = new Array(count)
  const queue = linkQueue()
  for (const { left, right, similarity } of links) connect(left, right, similarity)
  for (let link = queue.take(); link !== undefined; link = queue.take()) {
    const [left, right] = [clusters[link.left], clusters[link.right]]
    if (left !== undefined && right !== undefined) join(link, together(left, right, link.similarity))
  }
  return clusters.flatMap((cluster) => (cluster === undefined ? [] : [cluster.members]))

  function connect(left: number, right: number, similarity: number): void {
    addNeighbour(left, right)
    addNeighbour(right, left)
    const threshold = rules.threshold(clusters[left]!.members, clusters[right]!.members)
    if (similarity >= threshold) queue.add({ left, right, similarity })
  }

  function addNeighbour(cluster: number, other: number): void {
    const known = neighbours[cluster]
    if (known === undefined) neighbours[cluster] = [other]
    else known.push(other)
  }

  function join({ left, right }: Link, cluster: Cluster): void {
    const around = new Set([...(neighbours[left] ?? []), ...(neighbours[right] ?? [])])
    clusters[left] = clusters[right] = undefined
    neighbours[left] = neighbours[right] = undefined
    const joined = clusters.push(cluster) - 1
    for (const other of around) {
      const others = clusters[other]
      if (others === undefined || !rules.compatible(cluster.members, others.members)) continue
      connect(
        other,
        joined,
        meanSimilarity(cluster.members, others.members, rules.similarity) / variety(cluster, others),
      )
    }
  }
}

/**
 * Ten ways to say one thing differ more among themselves than two, and the mean falls. Dividing by the root of what
 * they have in common themselves makes up for half of it, and is 1 for single items.
 */
function variety(first: Cluster, second: Cluster): number {
  return (first.inner * second.inner) ** (1 / 4)
}

function together(left: Cluster, right: Cluster, similarity: number): Cluster {
  const [one, other] = [left.members.length, right.members.length]
  const mean = similarity * variety(left, right)
  const inner = (left.inner * one ** 2 + right.inner * other ** 2 + 2 * mean * one * other) / (one + other) ** 2
  return { members: [...left.members, ...right.members].sort((first, second) => first - second), inner }
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
