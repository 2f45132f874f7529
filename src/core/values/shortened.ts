/** At most so long, with the sign that something is missing. Never half of a surrogate pair. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text
  const kept = text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')
  return `${kept.trimEnd()}…`
}
