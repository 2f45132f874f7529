import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { signatureOf } from '../../src/forge/github/webhooks/signature.ts'
import { waitForWake, wakeFile } from '../../src/io/wake.ts'
import { expectUntouched } from '../support/expectations.ts'
import { endOf, reviewLoop, startProgram } from '../support/program.ts'
import { createRepository } from '../support/repository.ts'

const secret = ['not', 'a', 'secret'].join('-')
const serving = ['serve', '--webhooks', '--secret-env', 'HOOK_SECRET']

function delivery(action: string, key = secret) {
  const body = JSON.stringify({
    action,
    repository: { id: 5, name: 'project', owner: { login: 'Octo' } },
    pull_request: { number: 7 },
  })
  const headers = {
    'content-type': 'application/json',
    'x-github-event': 'pull_request_review',
    'x-github-delivery': `id-${action}`,
    'x-hub-signature-256': signatureOf(key, Buffer.from(body)),
  }
  return { method: 'POST', body, headers }
}

describe.concurrent('serve --webhooks', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('wakes whoever waits for the pull request, until %s', async (signal) => {
    const { path } = createRepository()
    const child = startProgram(path, [...serving, '--port', '0'], { env: { HOOK_SECRET: secret } })
    const ended = endOf(child)
    const url = await new Promise<string>((resolve) => {
      child.stderr.on('data', (chunk) => {
        const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(String(chunk))
        if (found !== null) resolve(found[0])
      })
    })
    const file = wakeFile(path, 'octo/project', 7)
    const woken = waitForWake(file, 60_000, new AbortController().signal)
    const answers = [delivery('submitted'), delivery('submitted'), delivery('dismissed', 'wrong')]
    const codes: number[] = []
    for (const answer of answers) codes.push((await fetch(url, answer)).status)
    expect(codes).toEqual([202, 202, 401])
    expect(await woken).toBe(true)
    child.kill(signal)
    const { code, stdout, stderr } = await ended
    expect(code).toBe(130)
    const notice = {
      repository: 'Octo/project',
      number: 7,
      reason: 'pull_request_review submitted',
      delivery: 'id-submitted',
    }
    expect(stdout.split('\n')).toHaveLength(2)
    expect(JSON.parse(stdout)).toEqual({ ...notice, at: expect.any(String) })
    expect(readFileSync(file, 'utf8')).toBe(stdout)
    expect(stderr).toMatch(/A delivery was refused \(401\)/)
    expect(stdout + stderr).not.toContain(secret)
  })

  it.each([
    ['without --webhooks', ['serve', '--secret-env', 'HOOK_SECRET'], /say what to serve/],
    ['without the name of the secret', ['serve', '--webhooks'], /--secret-env has to name/],
    ['without the secret', ['serve', '--webhooks', '--secret-env', 'OTHER'], /the variable OTHER.*is not set/],
    ['with no port', [...serving, '--port', '70000'], /--port takes 0 to 65535/],
  ])('is refused %s', async (_, args, expected) => {
    const { path } = createRepository()
    expectUntouched(await reviewLoop(path, args, { env: { HOOK_SECRET: secret } }), path, expected)
  })

  it('says that somebody else has the port', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    const args = [...serving, '--port', String(port)]
    const { path } = createRepository()
    const result = await reviewLoop(path, args, { env: { HOOK_SECRET: secret } })
    other.close()
    expectUntouched(result, path, /Nobody can listen on 127\.0\.0\.1:\d+: it is in use\./)
  })
})
