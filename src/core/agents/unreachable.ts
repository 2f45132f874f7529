/** No connection came about: the name is not known, or nobody listens there. Programs say it in words of their own. */
export function isUnreachable(words: string): boolean {
  return patterns.test(words)
}

const patterns =
  /ENOTFOUND|EAI_AGAIN|EAI_NODATA|ECONNREFUSED|ConnectionRefused|EHOSTUNREACH|ENETUNREACH|dns error|failed to lookup address|could not resolve host|connection refused|connection error|fetch failed|error sending request|(cannot|unable to) connect/i

/** What a person should look at. Null: it is about something else. `baseUrl`: the configured address, if there is one. */
export function reachAdvice(words: string, baseUrl: string | null): string | null {
  if (!isUnreachable(words)) return null
  if (baseUrl !== null && URL.canParse(baseUrl)) {
    return `${new URL(baseUrl).host} cannot be reached: check base_url, and that the service runs there`
  }
  return `${hostIn(words) ?? 'the model service'} cannot be reached: check the network, the DNS and the proxy`
}

function hostIn(words: string): string | undefined {
  const address = /https?:\/\/[^\s)'"]+/.exec(words)?.[0]
  if (address !== undefined && URL.canParse(address)) return new URL(address).host
  return /(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED) ([\w.:[\]-]+\w)/.exec(words)?.[1]
}
