/** What is said after the name of a program that is gone: "ended with exit code 1". */
export function howItEnded(end: { readonly exitCode: number | null; readonly signal: string | null }): string {
  if (end.signal !== null) return `was ended by ${end.signal}`
  return end.exitCode === null ? 'did not end by itself' : `ended with exit code ${end.exitCode}`
}
