import { plainAddress, readAddress } from '../address.ts'
import type { Answer } from '../forge.ts'

export const publicApi = 'https://gitlab.com/api/v4'

const interfacePath = '/api/v4'

/** Where GitLab's interface is. `meant`: what a person probably had in mind. */
export function readApiUrl(text: string): Answer<string> | { readonly problem: string; readonly meant: string } {
  const address = readAddress(text)
  if ('problem' in address) return address
  const plain = plainAddress(address.value)
  if (isApiUrl(plain)) return { value: plain }
  return { problem: 'that is where the pages are', meant: `${plain}${interfacePath}` }
}

/** Whether an address is one of GitLab's interface, by its path: no other forge has it there. */
export function isApiUrl(text: string): boolean {
  return URL.canParse(text) && plainAddress(new URL(text)).endsWith(interfacePath)
}

/** 'gitlab.com' */
export function serverOf(apiUrl: string): string {
  return new URL(apiUrl).hostname
}

/** Where the pages of projects are, without a slash at its end. A server may have them in a folder. */
export function pagesOf(apiUrl: string): string {
  return apiUrl.slice(0, -interfacePath.length)
}
