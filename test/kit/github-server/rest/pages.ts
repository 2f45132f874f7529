import type { Reply } from './operation.ts'
import type { Values } from './routes.ts'

export interface Page {
  readonly body: unknown
  /** The header that says where the other pages are. */
  readonly link: string | undefined
}

/** One page of a reply, 30 to a page unless asked. The address is the one that the client used. */
export function pageOf(reply: Reply, values: Values, address: URL): Page {
  if ('body' in reply) return { body: reply.body, link: undefined }
  const size = Math.min(100, Math.max(1, Number(values.per_page ?? 30)))
  const page = Math.max(1, Number(values.page ?? 1))
  const last = Math.max(1, Math.ceil(reply.list.length / size))
  const items = reply.list.slice((page - 1) * size, page * size)
  const links = [
    ...(page > 1 ? [linkTo(address, page - 1, 'prev'), linkTo(address, 1, 'first')] : []),
    ...(page < last ? [linkTo(address, page + 1, 'next'), linkTo(address, last, 'last')] : []),
  ]
  return { body: reply.wrap?.(items) ?? items, link: links.length === 0 ? undefined : links.join(', ') }
}

function linkTo(address: URL, page: number, rel: string): string {
  const target = new URL(address)
  target.searchParams.set('page', String(page))
  return `<${target}>; rel="${rel}"`
}
