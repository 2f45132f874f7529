import type { JsonObject } from '../json.ts'

const kinds: Readonly<Record<number, readonly [type: string, code: string | null]>> = {
  400: ['invalid_request_error', null],
  401: ['invalid_request_error', 'invalid_api_key'],
  403: ['invalid_request_error', 'unsupported_country_region_territory'],
  404: ['invalid_request_error', 'model_not_found'],
  429: ['rate_limit_exceeded', 'rate_limit_exceeded'],
}

/** The error body shared by OpenAI's two APIs. */
export function openAiError(status: number, message: string): JsonObject {
  const [type, code] = kinds[status] ?? ['server_error', null]
  return { error: { message, type, code, param: null } }
}
