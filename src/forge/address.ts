import type { Answer } from './forge.ts'

/** An address that a token may be sent to. */
export function readAddress(text: string): Answer<URL> {
  const address = URL.canParse(text) ? new URL(text) : null
  if (address === null || !/^https?:$/.test(address.protocol)) return { problem: 'it does not begin with https://' }
  const { protocol, hostname, username, password, search, hash } = address
  if (username !== '' || password !== '') return { problem: 'a name or a password has no place in it' }
  if (search !== '' || hash !== '') return { problem: 'nothing may follow its path' }
  if (protocol === 'http:' && !isLoopback(hostname)) {
    return { problem: 'a token is sent through https alone, but for this machine itself' }
  }
  return { value: address }
}

/** Without a slash at its end. */
export function plainAddress({ origin, pathname }: URL): string {
  return `${origin}${pathname.replace(/\/+$/, '')}`
}

/** What answers there is on this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

/** Whoever wrote a password into it does not want to read it in a log. */
export function withoutPassword(address: string): string {
  return address.replace(/\/\/.*@/, '//…@')
}
