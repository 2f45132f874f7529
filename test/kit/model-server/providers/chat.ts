import { type JsonObject, objectOf, objectsOf, stringOf, textOf } from '../json.ts'
import { openAiError } from './openai-error.ts'
import {
  type Answer,
  newId,
  type OfferedTool,
  type ProviderApi,
  piecesOf,
  type RequestFacts,
  type StreamEvent,
  secondsNow,
  type ToolCall,
} from './provider.ts'

/** OpenAI Chat Completions, also the API of OpenAI-compatible servers: POST /v1/chat/completions. */
export const chat: ProviderApi = {
  name: 'chat',
  read,
  whole,
  stream,
  error: openAiError,
  countTokens: (bytes) => ({ input_tokens: Math.ceil(bytes / 4) }),
}

function read(body: JsonObject): RequestFacts {
  const messages = objectsOf(body.messages)
  return {
    model: stringOf(body.model),
    stream: body.stream === true,
    tools: objectsOf(body.tools).map(toolOf),
    callsMade: messages
      .filter((message) => message.role === 'assistant')
      .flatMap((message) => objectsOf(message.tool_calls)).length,
    schema: objectOf(body.response_format).type === 'json_schema',
    system: textsBy(messages, ['system', 'developer']),
    prompt: textsBy(messages, ['user']),
  }
}

function toolOf(tool: JsonObject): OfferedTool {
  if (tool.type === 'custom') return { name: stringOf(objectOf(tool.custom).name), takes: 'text' }
  return { name: stringOf(objectOf(tool.function).name ?? tool.type), takes: 'object' }
}

function textsBy(messages: readonly JsonObject[], roles: readonly string[]): string {
  return messages
    .filter((message) => roles.includes(stringOf(message.role)))
    .map((message) => textOf(message.content))
    .join('\n')
}

function whole(request: RequestFacts, answer: Answer): JsonObject {
  const calls = answer.calls.map((call) => callOf(request, call))
  const message = {
    role: 'assistant',
    content: answer.text,
    refusal: null,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  }
  const choice = { index: 0, message, finish_reason: finishReason(answer), logprobs: null }
  return { ...base(request), object: 'chat.completion', choices: [choice], usage: usageOf(answer) }
}

function stream(request: RequestFacts, answer: Answer): StreamEvent[] {
  const common = { ...base(request), object: 'chat.completion.chunk' }
  const chunk = (delta: JsonObject, finish: string | null = null): StreamEvent => ({
    data: { ...common, choices: [{ index: 0, delta, finish_reason: finish, logprobs: null }], usage: null },
    content: typeof delta.content === 'string' ? delta.content !== '' : delta.tool_calls !== undefined,
  })
  const texts = answer.text === null ? [] : piecesOf(answer.text)
  return [
    chunk({ role: 'assistant', content: answer.text === null ? null : '' }),
    ...texts.map((content) => chunk({ content })),
    ...answer.calls.flatMap((call, index) => callPieces(callOf(request, call), index)).map((piece) => chunk(piece)),
    chunk({}, finishReason(answer)),
    { data: { ...common, choices: [], usage: usageOf(answer) } },
    { data: '[DONE]' },
  ]
}

type Call = ReturnType<typeof callOf>

function callOf(request: RequestFacts, call: ToolCall) {
  const takesText = request.tools.find((tool) => tool.name === call.name)?.takes === 'text'
  if (call.raw !== undefined && takesText) {
    return { id: newId('call_'), type: 'custom', custom: { name: call.name, input: call.raw } } as const
  }
  const { name, input } = call
  return { id: newId('call_'), type: 'function', function: { name, arguments: JSON.stringify(input) } } as const
}

/** The arguments of a function come in pieces, like text; a custom call comes at once. */
function callPieces(call: Call, index: number): JsonObject[] {
  if (call.type === 'custom') return [{ tool_calls: [{ index, ...call }] }]
  const first = { index, ...call, function: { ...call.function, arguments: '' } }
  return [
    { tool_calls: [first] },
    ...piecesOf(call.function.arguments).map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ]
}

function base(request: RequestFacts): JsonObject {
  return { id: newId('chatcmpl-'), created: secondsNow(), model: request.model }
}

function finishReason(answer: Answer): string {
  return answer.calls.length > 0 ? 'tool_calls' : 'stop'
}

function usageOf({ tokens }: Answer): JsonObject {
  const input = tokens.in + tokens.cached
  return {
    prompt_tokens: input,
    completion_tokens: tokens.out,
    total_tokens: input + tokens.out,
    prompt_tokens_details: { cached_tokens: tokens.cached },
    completion_tokens_details: { reasoning_tokens: 0 },
  }
}
