import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { reachAdvice } from '../core/agents/unreachable.ts'

type Variables = Readonly<Record<string, string | undefined>>

const answered = new Set<string>()
const pauseMs = 1000
const patienceMs = 5000

/**
 * Why nobody can be reached at a configured address; null when somebody is there, or it cannot be told. Asked before a
 * program is started: some of them try a dead address for minutes without a word. Never rejects.
 */
export async function whyUnreachable(baseUrl: string, variables: Variables): Promise<string | null> {
  // Through a proxy the address need not be reachable from here.
  if (answered.has(baseUrl) || !URL.canParse(baseUrl) || proxies.some((name) => (variables[name] ?? '') !== ''))
    return null
  let error = await tryToConnect(baseUrl)
  if (error !== null) {
    await sleep(pauseMs)
    error = await tryToConnect(baseUrl)
  }
  if (error === null) answered.add(baseUrl)
  return error === null ? null : `${reachAdvice(error, baseUrl) ?? 'the address does not answer'} (${error})`
}

const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [name, name.toLowerCase()])

/** The code of an error that leaves no hope; null for everything else, silence included. */
function tryToConnect(baseUrl: string): Promise<string | null> {
  const { hostname, port, protocol } = new URL(baseUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) || (protocol === 'https:' ? 443 : 80) })
    const finish = (result: string | null) => {
      socket.destroy()
      resolve(result)
    }
    socket.setTimeout(patienceMs, () => finish(null))
    socket.once('connect', () => finish(null))
    socket.once('error', (error: NodeJS.ErrnoException) =>
      finish(hopeless.has(error.code ?? '') ? (error.code ?? '') : null),
    )
  })
}

const hopeless = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'])
