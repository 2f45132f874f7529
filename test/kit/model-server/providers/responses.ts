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

/** OpenAI Responses: POST /v1/responses. */
export const responses: ProviderApi = {
  name: 'responses',
  read,
  whole: (request, answer) => completed(started(request), itemsOf(request, answer), answer),
  stream,
  error: openAiError,
  countTokens: (bytes) => ({ object: 'response.input_tokens', input_tokens: Math.ceil(bytes / 4) }),
}

const callTypes = ['function_call', 'custom_tool_call', 'local_shell_call']

function read(body: JsonObject): RequestFacts {
  const input = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : objectsOf(body.input)
  // Newer codex models get their tools as an item of the input, in named groups.
  const late = input.filter((item) => item.type === 'additional_tools').flatMap((item) => objectsOf(item.tools))
  return {
    model: stringOf(body.model),
    stream: body.stream === true,
    tools: [...objectsOf(body.tools), ...late].flatMap(toolsOf),
    callsMade: input.filter((item) => callTypes.includes(stringOf(item.type))).length,
    schema: objectOf(objectOf(body.text).format).type === 'json_schema',
    system: [stringOf(body.instructions), ...textsBy(input, ['system', 'developer'])].join('\n'),
    prompt: textsBy(input, ['user']).join('\n'),
  }
}

function toolsOf(tool: JsonObject): OfferedTool[] {
  if (tool.type !== 'namespace')
    return [{ name: stringOf(tool.name ?? tool.type), takes: tool.type === 'custom' ? 'text' : 'object' }]
  const group = stringOf(tool.name)
  // Those of the first group are called by their name alone.
  const named = group === 'functions' ? {} : { group }
  return objectsOf(tool.tools)
    .flatMap(toolsOf)
    .map((inside) => ({ ...inside, ...named }))
}

function textsBy(input: readonly JsonObject[], roles: readonly string[]): string[] {
  return input.filter((item) => roles.includes(stringOf(item.role))).map((item) => textOf(item.content))
}

function stream(request: RequestFacts, answer: Answer): StreamEvent[] {
  const start = started(request)
  const items = itemsOf(request, answer)
  const events = [
    { type: 'response.created', response: start },
    { type: 'response.in_progress', response: start },
    ...items.flatMap(itemEvents),
    { type: 'response.completed', response: completed(start, items, answer) },
  ]
  return events.map((data, index) => ({
    event: data.type,
    data: { ...data, sequence_number: index },
    content: data.type.endsWith('.delta'),
  }))
}

type Item = MessageItem | FunctionItem | CustomItem
type MessageItem = ReturnType<typeof messageItem>
type FunctionItem = ReturnType<typeof functionItem>
type CustomItem = ReturnType<typeof customItem>

function itemsOf(request: RequestFacts, answer: Answer): Item[] {
  const offered = (call: ToolCall) => request.tools.find((tool) => tool.name === call.name)
  const takesText = (call: ToolCall) => offered(call)?.takes !== 'object'
  return [
    ...(answer.text === null ? [] : [messageItem(answer.text)]),
    ...answer.calls.map((call) =>
      call.raw !== undefined && takesText(call)
        ? customItem(call.name, call.raw)
        : functionItem(call, offered(call)?.group),
    ),
  ]
}

function messageItem(text: string) {
  const content = [{ type: 'output_text', text, annotations: [], logprobs: [] }] as const
  return { type: 'message', id: newId('msg_'), status: 'completed', role: 'assistant', content } as const
}

function functionItem(call: ToolCall, group: string | undefined) {
  const ids = { id: newId('fc_'), call_id: newId('call_') }
  return {
    type: 'function_call',
    ...ids,
    status: 'completed',
    name: call.name,
    ...(group === undefined ? {} : { namespace: group }),
    arguments: JSON.stringify(call.input),
  } as const
}

function customItem(name: string, input: string) {
  return {
    type: 'custom_tool_call',
    id: newId('ctc_'),
    call_id: newId('call_'),
    name,
    input,
  } as const
}

interface ResponseEvent extends JsonObject {
  readonly type: string
}

function itemEvents(item: Item, index: number): ResponseEvent[] {
  const place = { item_id: item.id, output_index: index }
  const added = (start: JsonObject) => ({
    type: 'response.output_item.added',
    output_index: index,
    item: { ...item, ...start },
  })
  const done = { type: 'response.output_item.done', output_index: index, item }
  switch (item.type) {
    case 'message':
      return [added({ status: 'in_progress', content: [] }), ...messageEvents(item, place), done]
    case 'function_call':
      return [
        added({ status: 'in_progress', arguments: '' }),
        ...deltas('response.function_call_arguments.delta', place, item.arguments),
        { type: 'response.function_call_arguments.done', ...place, arguments: item.arguments },
        done,
      ]
    case 'custom_tool_call':
      return [
        added({ input: '' }),
        ...deltas('response.custom_tool_call_input.delta', place, item.input),
        { type: 'response.custom_tool_call_input.done', ...place, input: item.input },
        done,
      ]
  }
}

function messageEvents(item: MessageItem, at: JsonObject): ResponseEvent[] {
  const place = { ...at, content_index: 0 }
  const part = item.content[0]
  return [
    { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
    ...deltas('response.output_text.delta', { ...place, logprobs: [] }, part.text),
    { type: 'response.output_text.done', ...place, text: part.text, logprobs: [] },
    { type: 'response.content_part.done', ...place, part },
  ]
}

function deltas(type: string, place: JsonObject, text: string): ResponseEvent[] {
  return piecesOf(text).map((delta) => ({ type, ...place, delta }))
}

function started(request: RequestFacts): JsonObject {
  return {
    id: newId('resp_'),
    object: 'response',
    created_at: secondsNow(),
    model: request.model,
    status: 'in_progress',
    output: [],
    instructions: null,
    metadata: null,
    temperature: 1,
    top_p: 1,
    tool_choice: 'auto',
    tools: [],
    parallel_tool_calls: true,
    access_programs: null,
    error: null,
    incomplete_details: null,
  }
}

function completed(start: JsonObject, output: readonly Item[], { tokens }: Answer): JsonObject {
  const input = tokens.in + tokens.cached
  const usage = {
    input_tokens: input,
    input_tokens_details: { cached_tokens: tokens.cached, cache_write_tokens: 0 },
    output_tokens: tokens.out,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + tokens.out,
  }
  return { ...start, status: 'completed', output, usage }
}
