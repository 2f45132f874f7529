/**
 * For programs that take every `@path` in their input for a file to read in. A diff is full of them, and what is read in
 * stands outside the fence around untrusted text. With a backslash before it an at sign is only text.
 */
export function quoteAtSigns(prompt: string): string {
  return prompt.includes('@') ? `${note}\n\n${prompt.replaceAll('@', '\\@')}` : prompt
}

const note =
  'Every at sign below has a backslash before it that is not part of the text: leave that backslash out when you quote code or name a path.'
