import type { Answer } from '../forge.ts'

export const publicApi = 'https://api.github.com'

/** An address to send a token to, without a slash at its end. */
export function readApiUrl(text: string): Answer<string> | { readonly problem: string; readonly meant: string } {
  const address = URL.canParse(text) ? new URL(text) : null
  if (address === null || !/^https?:$/.test(address.protocol)) return { problem: 'it does not begin with https://' }
  const { protocol, host, hostname, username, password, search, hash, pathname } = address
  if (username !== '' || password !== '') return { problem: 'a name or a password has no place in it' }
  if (search !== '' || hash !== '') return { problem: 'nothing may follow its path' }
  if (protocol === 'http:' && !isLoopback(hostname)) {
    return { problem: 'a token is sent through https alone, but for this machine itself' }
  }
  const path = pathname.replace(/\/+$/, '')
  if (/^(www\.)?github\.com$/.test(hostname)) return { problem: 'that is where the pages are', meant: publicApi }
  if (path === '' && !isLoopback(hostname) && !hostname.startsWith('api.')) {
    return { problem: 'that is where the pages are', meant: `${address.origin}/api/v3` }
  }
  return { value: `${protocol}//${host}${path}` }
}

/** What answers there is on this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

/** The server as people call it, and `gh` too: GitHub has its interface at a host of its own. */
export function serverOf(apiUrl: string): string {
  const { hostname } = new URL(apiUrl)
  return /^api\.(github\.com|[^.]+\.ghe\.com)$/.exec(hostname)?.[1] ?? hostname
}
