/** A key that an object in this JSON has twice, wherever it is; `JSON.parse` would keep the last without a word. */
export function repeatedKey(text: string): string | undefined {
  const open: Set<string>[] = []
  const marks = /[{}[\]"]/g
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === '{' || mark[0] === '[') open.push(new Set())
    else if (mark[0] === '}' || mark[0] === ']') open.pop()
    else {
      marks.lastIndex = stringEnd(text, mark.index)
      if (!isKey(text, marks.lastIndex)) continue
      const keys = open.at(-1)
      const key = nameOf(text.slice(mark.index, marks.lastIndex))
      if (keys?.has(key)) return key
      keys?.add(key)
    }
  }
  return undefined
}

// By hand: a regular expression runs out of stack on strings of many megabytes.
function stringEnd(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return Math.min(at + 1, text.length)
}

function isKey(text: string, end: number): boolean {
  let at = end
  while (/\s/.test(text.charAt(at))) at += 1
  return text[at] === ':'
}

/** The same key can be spelled in several ways. */
function nameOf(string: string): string {
  try {
    return String(JSON.parse(string))
  } catch {
    return string
  }
}
