/** A line that GitHub Actions shows beside the code or above the log. No text can end it and begin another command. */
export function workflowCommand(
  level: 'error' | 'warning' | 'notice',
  properties: readonly (readonly [string, string])[],
  text: string,
): string {
  const list = properties.map(([name, value]) => `${name}=${escapeProperty(value)}`).join(',')
  return `::${level} ${list}::${escapeData(text)}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
