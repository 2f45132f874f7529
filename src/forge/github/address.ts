import { isLoopback, plainAddress, readAddress } from '../address.ts'
import type { Answer } from '../forge.ts'

export const publicApi = 'https://api.github.com'

/** Where GitHub's interface is. `meant`: what a person probably had in mind. */
export function readApiUrl(text: string): Answer<string> | { readonly problem: string; readonly meant: string } {
  const address = readAddress(text)
  if ('problem' in address) return address
  const { hostname, origin } = address.value
  const plain = plainAddress(address.value)
  if (/^(www\.)?github\.com$/.test(hostname)) return { problem: 'that is where the pages are', meant: publicApi }
  if (plain === origin && !isLoopback(hostname) && !hostname.startsWith('api.')) {
    return { problem: 'that is where the pages are', meant: `${origin}/api/v3` }
  }
  return { value: plain }
}

/** The server as people call it, and `gh` too: GitHub has its interface at a host of its own. */
export function serverOf(apiUrl: string): string {
  const { hostname } = new URL(apiUrl)
  return /^api\.(github\.com|[^.]+\.ghe\.com)$/.exec(hostname)?.[1] ?? hostname
}
