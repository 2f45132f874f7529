import { type JsonObject, objectOf, objectsOf, stringOf, textOf } from '../json.ts'
import { type Answer, newId, type ProviderApi, piecesOf, type RequestFacts, type StreamEvent } from './provider.ts'

/** Gemini: POST /v1beta/models/<model>:generateContent, :streamGenerateContent and :countTokens. */
export const gemini: ProviderApi = {
  name: 'gemini',
  read,
  whole: (request, answer) => ({ ...chunk(request, []), ...ending(answer, partsOf(answer)) }),
  stream,
  error: (status, message) => ({ error: { code: status, message, status: statusNames[status] ?? 'INTERNAL' } }),
  countTokens: (bytes) => ({ totalTokens: Math.ceil(bytes / 4) }),
}

const statusNames: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}

function read(body: JsonObject, path: string): RequestFacts {
  const [, model = '', method = ''] = /\/models\/([^/:]+):(\w+)/.exec(path) ?? []
  const contents = objectsOf(body.contents)
  const settings = objectOf(body.generationConfig)
  return {
    model,
    stream: method === 'streamGenerateContent',
    tools: objectsOf(body.tools)
      .flatMap((tool) => objectsOf(tool.functionDeclarations ?? tool.function_declarations))
      .map((tool) => ({ name: stringOf(tool.name), takes: 'object' })),
    callsMade: contents
      .filter((content) => content.role === 'model')
      .flatMap((content) => objectsOf(content.parts))
      .filter((part) => part.functionCall !== undefined).length,
    schema: settings.responseSchema !== undefined || settings.responseJsonSchema !== undefined,
    system: textOf(objectOf(body.systemInstruction ?? body.system_instruction).parts),
    prompt: contents
      .filter((content) => content.role !== 'model')
      .map((content) => textOf(content.parts))
      .join('\n'),
  }
}

function stream(request: RequestFacts, answer: Answer): StreamEvent[] {
  const texts = answer.text === null ? [] : piecesOf(answer.text)
  const calls = answer.calls.length > 0 ? [callParts(answer)] : []
  const responseId = newId('')
  const chunks = [...texts.map((text) => [{ text }]), ...calls].map((parts) => chunk(request, parts, responseId))
  return [
    ...chunks.map((data) => ({ data, content: true })),
    { data: { ...chunk(request, [], responseId), ...ending(answer, [{ text: '' }]) } },
  ]
}

type Part = { readonly text: string } | { readonly functionCall: JsonObject }

function partsOf(answer: Answer): Part[] {
  return [...(answer.text === null ? [] : [{ text: answer.text }]), ...callParts(answer)]
}

function callParts(answer: Answer): Part[] {
  return answer.calls.map((call) => ({ functionCall: { id: newId('fc_'), name: call.name, args: call.input } }))
}

function chunk(request: RequestFacts, parts: readonly Part[], responseId = newId('')): JsonObject {
  return {
    candidates: [{ content: { role: 'model', parts }, index: 0 }],
    modelVersion: request.model,
    responseId,
  }
}

/** What only the last chunk says: why it stopped and what it cost. */
function ending({ tokens }: Answer, parts: readonly Part[]): JsonObject {
  const input = tokens.in + tokens.cached
  return {
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
    usageMetadata: {
      promptTokenCount: input,
      candidatesTokenCount: tokens.out,
      totalTokenCount: input + tokens.out,
      cachedContentTokenCount: tokens.cached,
    },
  }
}
