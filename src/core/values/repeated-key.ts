/** A key that an object in this JSON has twice, wherever it is; `JSON.parse` would keep the last without a word. */
export function repeatedKey(text: string): string | undefined {
  const open: Set<string>[] = []
  for (const [token, string] of text.matchAll(/("(?:[^"\\]|\\.)*")(?:\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') open.push(new Set())
    else if (token === '}' || token === ']') open.pop()
    else if (string !== undefined && token !== string) {
      const keys = open.at(-1)
      const key = nameOf(string)
      if (keys?.has(key)) return key
      keys?.add(key)
    }
  }
  return undefined
}

/** The same key can be spelled in several ways. */
function nameOf(string: string): string {
  try {
    return String(JSON.parse(string))
  } catch {
    return string
  }
}
