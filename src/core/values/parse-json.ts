/** Undefined for what is no JSON: whoever asks says what that means. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
