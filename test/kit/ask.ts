// Asks the scripted server the way each provider's clients do, and reads the answers in the same words.
import { type JsonObject, objectOf, objectsOf, parseObject, stringOf } from './model-server/json.ts'
import type { OfferedTool, ProviderName } from './model-server/providers/provider.ts'
import type { ModelServer } from './model-server/server.ts'

interface ReadAnswer {
  readonly text: string
  readonly calls: readonly (readonly [name: string, input: unknown])[]
  /** Input without cache, cached, output. */
  readonly tokens: readonly unknown[]
}

export interface AskedProvider {
  readonly name: ProviderName
  /** Whether a tool that was offered as taking plain text gets plain text. */
  readonly takesText: boolean
  path(stream: boolean): string
  body(stream: boolean, tools: readonly OfferedTool[]): JsonObject
  readWhole(reply: unknown): ReadAnswer
  readStream(events: readonly unknown[]): ReadAnswer
}

export async function post(
  server: ModelServer,
  scenario: string,
  provider: AskedProvider,
  tools: readonly OfferedTool[] = [],
): Promise<unknown> {
  return (await ask(server, scenario, provider, { stream: false, tools })).json()
}

export async function eventsOf(
  server: ModelServer,
  scenario: string,
  provider: AskedProvider,
  tools: readonly OfferedTool[] = [],
): Promise<JsonObject[]> {
  const text = await (await ask(server, scenario, provider, { stream: true, tools })).text()
  const data = text.split('\n').filter((line) => line.startsWith('data: ') && line !== 'data: [DONE]')
  return data.map((line) => parseObject(line.slice('data: '.length)))
}

export function ask(
  server: ModelServer,
  scenario: string,
  provider: AskedProvider,
  options: { readonly stream: boolean; readonly tools?: readonly OfferedTool[]; readonly signal?: AbortSignal },
): Promise<Response> {
  return fetch(server.url(scenario) + provider.path(options.stream), {
    method: 'POST',
    body: JSON.stringify(provider.body(options.stream, options.tools ?? [])),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
}

const anthropic: AskedProvider = {
  name: 'anthropic',
  takesText: false,
  path: () => '/v1/messages?beta=true',
  body: (stream, tools) => ({
    model: 'm',
    stream,
    tools: tools.map(({ name }) => ({ name })),
    messages: [{ role: 'user', content: 'Review this.' }],
  }),
  readWhole: (reply) => {
    const { content, usage } = objectOf(reply)
    const blocks = objectsOf(content)
    const { input_tokens, cache_read_input_tokens, output_tokens } = objectOf(usage)
    return {
      text: joined(blocks.map((block) => block.text)),
      calls: blocks.filter((block) => block.type === 'tool_use').map((block) => [stringOf(block.name), block.input]),
      tokens: [input_tokens, cache_read_input_tokens, output_tokens],
    }
  },
  readStream: (events) => {
    const list = objectsOf(events)
    const blocks = list
      .filter((event) => event.type === 'content_block_start')
      .map((event) => {
        const deltas = list.filter((other) => other.index === event.index).map((other) => objectOf(other.delta))
        const input = joined(deltas.map((delta) => delta.partial_json))
        const text = joined(deltas.map((delta) => delta.text))
        const block = objectOf(event.content_block)
        return block.type === 'text' ? { ...block, text } : { ...block, input: parseObject(input) }
      })
    return anthropic.readWhole({
      content: blocks,
      usage: list.find((event) => event.type === 'message_delta')?.usage,
    })
  },
}

const responses: AskedProvider = {
  name: 'responses',
  takesText: true,
  path: () => '/v1/responses',
  body: (stream, tools) => ({
    model: 'm',
    stream,
    tools: tools.map(({ name, takes }) => ({ name, type: takes === 'text' ? 'custom' : 'function' })),
    input: [{ role: 'user', content: [{ type: 'input_text', text: 'Review this.' }] }],
  }),
  readWhole: (reply) => {
    const { output, usage } = objectOf(reply)
    const items = objectsOf(output)
    const { input_tokens, input_tokens_details, output_tokens } = objectOf(usage)
    const cached = objectOf(input_tokens_details).cached_tokens
    return {
      text: joined(items.flatMap((item) => objectsOf(item.content)).map((part) => part.text)),
      calls: items
        .filter((item) => item.type !== 'message')
        .map((item) => [stringOf(item.name), item.input ?? parseObject(stringOf(item.arguments))]),
      tokens: [Number(input_tokens) - Number(cached), cached, output_tokens],
    }
  },
  // From the deltas, not from the items that repeat them at the end.
  readStream: (events) => {
    const list = objectsOf(events)
    const deltas = (index: unknown, type: string) =>
      joined(list.filter((event) => event.output_index === index && event.type === type).map((event) => event.delta))
    const output = list
      .filter((event) => event.type === 'response.output_item.added')
      .map(({ item, output_index }) => {
        const text = deltas(output_index, 'response.output_text.delta')
        const args = deltas(output_index, 'response.function_call_arguments.delta')
        const { type, name } = objectOf(item)
        if (type === 'message') return { type, content: [{ text }] }
        if (type === 'function_call') return { type, name, arguments: args }
        return { type, name, input: deltas(output_index, 'response.custom_tool_call_input.delta') }
      })
    return responses.readWhole({ output, usage: objectOf(list.at(-1)?.response).usage })
  },
}

const chat: AskedProvider = {
  name: 'chat',
  takesText: true,
  path: () => '/v1/chat/completions',
  body: (stream, tools) => ({
    model: 'm',
    stream,
    tools: tools.map(({ name, takes }) =>
      takes === 'text' ? { type: 'custom', custom: { name } } : { type: 'function', function: { name } },
    ),
    messages: [{ role: 'user', content: 'Review this.' }],
  }),
  readWhole: (reply) => {
    const { choices, usage } = objectOf(reply)
    const message = objectOf(objectsOf(choices)[0]?.message)
    const { prompt_tokens, prompt_tokens_details, completion_tokens } = objectOf(usage)
    const cached = objectOf(prompt_tokens_details).cached_tokens
    return {
      text: stringOf(message.content),
      calls: objectsOf(message.tool_calls).map((call) => {
        const custom = objectOf(call.custom)
        const made = objectOf(call.function)
        return call.type === 'custom'
          ? [stringOf(custom.name), custom.input]
          : [stringOf(made.name), parseObject(stringOf(made.arguments))]
      }),
      tokens: [Number(prompt_tokens) - Number(cached), cached, completion_tokens],
    }
  },
  readStream: (events) => {
    const list = objectsOf(events)
    const deltas = list.flatMap((event) => objectsOf(event.choices)).map((choice) => objectOf(choice.delta))
    const pieces = deltas.flatMap((delta) => objectsOf(delta.tool_calls))
    const calls = pieces
      .filter((piece) => piece.id !== undefined)
      .map((first) => {
        const same = pieces.filter((piece) => piece.index === first.index)
        const args = joined(same.map((piece) => objectOf(piece.function).arguments))
        return { ...first, function: { ...objectOf(first.function), arguments: args } }
      })
    const message = { content: joined(deltas.map((delta) => delta.content)), tool_calls: calls }
    return chat.readWhole({ choices: [{ message }], usage: list.at(-1)?.usage })
  },
}

const gemini: AskedProvider = {
  name: 'gemini',
  takesText: false,
  path: (stream) => `/v1beta/models/m:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  body: (_stream, tools) => ({
    tools: [{ functionDeclarations: tools.map(({ name }) => ({ name })) }],
    contents: [{ role: 'user', parts: [{ text: 'Review this.' }] }],
  }),
  readWhole: (reply) => gemini.readStream([reply]),
  readStream: (events) => {
    const list = objectsOf(events)
    const parts = list
      .flatMap((event) => objectsOf(event.candidates))
      .flatMap((candidate) => objectsOf(objectOf(candidate.content).parts))
    const { promptTokenCount, cachedContentTokenCount, candidatesTokenCount } = objectOf(list.at(-1)?.usageMetadata)
    return {
      text: joined(parts.map((part) => part.text)),
      calls: parts
        .map((part) => objectOf(part.functionCall))
        .filter((call) => call.name !== undefined)
        .map((call) => [stringOf(call.name), call.args]),
      tokens: [
        Number(promptTokenCount) - Number(cachedContentTokenCount),
        cachedContentTokenCount,
        candidatesTokenCount,
      ],
    }
  },
}

export const asked: Readonly<Record<ProviderName, AskedProvider>> = { anthropic, responses, chat, gemini }
export const providers = Object.values(asked)

function joined(texts: readonly unknown[]): string {
  return texts.map(stringOf).join('')
}
