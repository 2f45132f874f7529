/** Compares with what `--version` printed. Null or unreadable: taken for the version the adapter was tested with. */
export function isAtLeast(printed: string | null, wanted: string): boolean {
  const version = /\d+\.\d+\.\d+/.exec(printed ?? '')?.[0]
  if (version === undefined) return true
  const parts = version.split('.').map(Number)
  for (const [at, part] of wanted.split('.').map(Number).entries()) {
    const difference = (parts[at] ?? 0) - part
    if (difference !== 0) return difference > 0
  }
  return true
}
