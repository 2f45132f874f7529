import { expect, it } from 'vitest'
import { readApiUrl, serverOf } from './address.ts'

it.each([
  ['https://api.github.com', 'https://api.github.com', 'github.com'],
  ['https://api.octo.ghe.com/', 'https://api.octo.ghe.com', 'octo.ghe.com'],
  ['https://Git.Example/api/v3/', 'https://git.example/api/v3', 'git.example'],
  ['https://git.example:8443/api/v3', 'https://git.example:8443/api/v3', 'git.example'],
  ['http://127.0.0.1:4321', 'http://127.0.0.1:4321', '127.0.0.1'],
  ['http://localhost:4321/api/v3', 'http://localhost:4321/api/v3', 'localhost'],
  ['http://[::1]:4321', 'http://[::1]:4321', '[::1]'],
])('takes %s', (text, value, server) => {
  expect(readApiUrl(text)).toEqual({ value })
  expect(serverOf(value)).toBe(server)
})

it.each([
  ['git.example/api/v3', /does not begin with https/],
  ['ftp://git.example/api/v3', /does not begin with https/],
  ['http://git.example/api/v3', /https alone/],
  ['http://127.0.0.1.evil.example/api/v3', /https alone/],
  ['http://localhost.evil.example', /https alone/],
  ['https://me:secret@git.example/api/v3', /no place in it/],
  ['https://git.example/api/v3?a=b', /nothing may follow/],
])('refuses %s', (text, problem) => {
  expect(readApiUrl(text)).toEqual({ problem: expect.stringMatching(problem) })
})

it.each([
  ['https://github.com', 'https://api.github.com'],
  ['https://git.example', 'https://git.example/api/v3'],
])('knows what is meant by %s', (text, meant) => {
  expect(readApiUrl(text)).toEqual({ problem: expect.any(String), meant })
})
