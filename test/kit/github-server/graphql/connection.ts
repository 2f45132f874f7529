import { unmodelled } from './failures.ts'

export interface PageArguments {
  readonly first?: number | null
  readonly last?: number | null
  readonly after?: string | null
  readonly before?: string | null
}

const known = ['first', 'last', 'after', 'before']

/** One page. Whoever shows a list that can be filtered takes the filters out of the arguments. */
export function connection<T>(all: readonly T[], page: PageArguments, show: (item: T) => unknown) {
  const other = Object.entries(page).find(([key, value]) => !known.includes(key) && value != null)
  if (other !== undefined) throw unmodelled(`The argument ${other[0]}`)
  const { first, last, after, before } = page
  const low = after == null ? 0 : indexOf(after) + 1
  const high = before == null ? all.length : indexOf(before)
  const start = first == null && last != null ? Math.max(low, high - last) : low
  const end = first == null ? high : Math.min(high, low + first)
  const nodes = all.slice(start, end).map(show)
  return {
    totalCount: all.length,
    nodes,
    edges: nodes.map((node, index) => ({ node, cursor: cursorOf(start + index) })),
    pageInfo: {
      hasNextPage: end < all.length,
      hasPreviousPage: start > 0,
      startCursor: nodes.length === 0 ? null : cursorOf(start),
      endCursor: nodes.length === 0 ? null : cursorOf(end - 1),
    },
  }
}

export function cursorOf(index: number): string {
  return Buffer.from(`cursor:v2:${index}`).toString('base64')
}

function indexOf(cursor: string): number {
  const index = Number(/^cursor:v2:(\d+)$/.exec(Buffer.from(cursor, 'base64').toString())?.[1])
  if (Number.isNaN(index)) throw unmodelled(`The cursor ${cursor}`)
  return index
}
