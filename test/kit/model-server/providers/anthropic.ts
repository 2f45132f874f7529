import { type JsonObject, objectOf, objectsOf, stringOf, textOf } from '../json.ts'
import {
  type Answer,
  newId,
  type ProviderApi,
  piecesOf,
  type RequestFacts,
  type StreamEvent,
  type ToolCall,
} from './provider.ts'

/** Anthropic Messages: POST /v1/messages and /v1/messages/count_tokens. */
export const anthropic: ProviderApi = {
  name: 'anthropic',
  read,
  whole: message,
  stream,
  error: (status, text) => ({
    type: 'error',
    error: { type: errorTypes[status] ?? 'api_error', message: text },
    request_id: newId('req_'),
  }),
  countTokens: (bytes) => ({ input_tokens: Math.ceil(bytes / 4) }),
}

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

function read(body: JsonObject): RequestFacts {
  const messages = objectsOf(body.messages)
  return {
    model: stringOf(body.model),
    stream: body.stream === true,
    tools: objectsOf(body.tools).map((tool) => ({ name: stringOf(tool.name ?? tool.type), takes: 'object' })),
    callsMade: messages
      .filter((entry) => entry.role === 'assistant')
      .flatMap((entry) => objectsOf(entry.content))
      .filter((block) => block.type === 'tool_use').length,
    schema: objectOf(body.output_config).format !== undefined || body.output_format !== undefined,
    system: textOf(body.system),
    prompt: messages
      .filter((entry) => entry.role === 'user')
      .map((entry) => textOf(entry.content))
      .join('\n'),
  }
}

function message(request: RequestFacts, answer: Answer): JsonObject {
  return {
    id: newId('msg_'),
    type: 'message',
    role: 'assistant',
    model: request.model,
    content: contentOf(answer),
    ...ending,
    stop_reason: stopReason(answer),
    diagnostics: null,
    usage: usageOf(answer, answer.tokens.out),
  }
}

function stream(request: RequestFacts, answer: Answer): StreamEvent[] {
  const start = { ...message(request, answer), content: [], stop_reason: null, usage: usageOf(answer, 1) }
  return [
    named({ type: 'message_start', message: start }),
    ...contentOf(answer).flatMap(blockEvents),
    named({
      type: 'message_delta',
      delta: { ...ending, stop_reason: stopReason(answer) },
      usage: countsOf(answer, answer.tokens.out),
    }),
    named({ type: 'message_stop' }),
  ]
}

const ending = { stop_reason: null, stop_sequence: null, stop_details: null, container: null }

type Block = ReturnType<typeof textBlock> | ReturnType<typeof callBlock>

function contentOf(answer: Answer): Block[] {
  return [...(answer.text === null ? [] : [textBlock(answer.text)]), ...answer.calls.map(callBlock)]
}

function textBlock(text: string) {
  return { type: 'text', text, citations: null } as const
}

function callBlock({ name, input }: ToolCall) {
  return { type: 'tool_use', id: newId('toolu_'), name, input, caller: { type: 'direct' } } as const
}

function blockEvents(block: Block, index: number): StreamEvent[] {
  const start = block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} }
  const deltas =
    block.type === 'text'
      ? piecesOf(block.text).map((text) => ({ type: 'text_delta', text }))
      : piecesOf(JSON.stringify(block.input)).map((piece) => ({ type: 'input_json_delta', partial_json: piece }))
  return [
    named({ type: 'content_block_start', index, content_block: start }),
    ...deltas.map((delta) => ({ ...named({ type: 'content_block_delta', index, delta }), content: true })),
    named({ type: 'content_block_stop', index }),
  ]
}

function named(data: JsonObject & { readonly type: string }): StreamEvent {
  return { event: data.type, data }
}

function stopReason(answer: Answer): string {
  return answer.calls.length > 0 ? 'tool_use' : 'end_turn'
}

function usageOf(answer: Answer, output: number): JsonObject {
  return {
    ...countsOf(answer, output),
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
    inference_geo: null,
    service_tier: 'standard',
    speed: null,
  }
}

function countsOf({ tokens }: Answer, output: number): JsonObject {
  return {
    input_tokens: tokens.in,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: tokens.cached,
    output_tokens: output,
    output_tokens_details: { thinking_tokens: 0 },
    server_tool_use: null,
  }
}
