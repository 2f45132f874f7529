import { expect, it } from 'vitest'
import { reachAdvice } from './unreachable.ts'

const own = 'http://models.local:11434/v1'

it.each([
  ['Cannot connect to API: getaddrinfo ENOTFOUND api.example.com', null, /^api\.example\.com cannot be .* DNS/],
  ['Cannot connect to API: connect ECONNREFUSED 127.0.0.1:1', null, /^127\.0\.0\.1:1 cannot be reached/],
  ['error sending request for url (http://127.0.0.1:9/v1/responses)', null, /^127\.0\.0\.1:9 cannot be reached/],
  ['API Error: Connection error.', null, /^the model service cannot be reached: check the network/],
  ['getaddrinfo EAI_AGAIN models.local', own, /^models\.local:11434 cannot be reached: check base_url/],
  ['Unable to connect. Is the computer able to access the url?', own, /^models\.local:11434 .* base_url/],
])('%j with the address %s says what to check', (words, baseUrl, expected) => {
  expect(reachAdvice(words, baseUrl)).toMatch(expected)
})

it.each(['Overloaded', 'Internal error', 'This request would exceed your rate limit', ''])(
  '%j is about something else',
  (words) => {
    expect(reachAdvice(words, own)).toBeNull()
  },
)
