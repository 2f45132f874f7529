// Tokens of what a program sent, by one measure for all programs: bytes of the text that the model reads, divided by four.
// That is the system prompt, the messages, the tools and the form of the answer; ids, settings and metadata are not read.

const bytesPerToken = 4

/** In the order in which a service puts them before the model; the form of the answer comes before the messages. */
const parts = ['tools', 'text', 'response_format', 'output_config', 'instructions', 'system', 'messages', 'input']

const unread = ['id', 'call_id', 'tool_use_id', 'cache_control']

/** All requests of a scenario that a model answered, oldest first. */
export function requestsOf(server, scenario) {
  return server
    .log(scenario)
    .filter(({ operation, status }) => operation === 'generate' && status === 200)
    .map((record) => record.body())
}

export function tokensIn(body) {
  return parts.reduce((sum, part) => sum + bytesIn(body[part]), 0) / bytesPerToken
}

/** Where they go: the program's own words, its tools, ours. */
export function sharesOf(body) {
  const bytes = (...names) => names.reduce((sum, name) => sum + bytesIn(body[name]), 0) / bytesPerToken
  return { tools: bytes('tools'), system: bytes('instructions', 'system'), messages: bytes('messages', 'input') }
}

function bytesIn(value) {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (Array.isArray(value)) return value.reduce((sum, item) => sum + bytesIn(item), 0)
  if (typeof value !== 'object' || value === null) return value === undefined ? 0 : String(value).length
  return entriesOf(value).reduce((sum, [key, item]) => sum + key.length + bytesIn(item), 0)
}

function entriesOf(value) {
  return Object.entries(value).filter(([key]) => !unread.includes(key))
}

/** The whole request as the model reads it. */
export function readOrder(body) {
  const withoutUnread = (key, value) => (unread.includes(key) ? undefined : value)
  return parts.map((part) => JSON.stringify(body[part], withoutUnread) ?? '').join('\n')
}

/** The text that we wrote, without what the program puts around it. */
export function promptIn(body) {
  return texts(body.messages ?? body.input).find((text) => text.includes('\n# Your part\n')) ?? ''
}

/** Share of all bytes that is a beginning which all have in common. */
export function sharedShare(list) {
  const first = Buffer.from(list[0] ?? '')
  const common = list.reduce((length, text) => commonLength(first, Buffer.from(text), length), first.length)
  const total = list.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  return (common * list.length) / total
}

function commonLength(one, other, limit) {
  let length = 0
  while (length < limit && length < other.length && one[length] === other[length]) length += 1
  return length
}

export function texts(value) {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(texts)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : []
}
