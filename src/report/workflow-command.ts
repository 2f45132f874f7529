/** A line that GitHub Actions shows beside the code or above the log. No text can end it and begin another command. */
export function workflowCommand(
  level: 'error' | 'warning' | 'notice',
  properties: readonly (readonly [string, string])[],
  text: string,
): string {
  const list = properties.map(([name, value]) => `${name}=${escapeProperty(value)}`).join(',')
  return `::${level} ${list}::${escapeData(text)}`
}

/**
 * The same to read, and no order to the runner. It obeys a line that begins with two colons, and an older spelling anywhere in
 * one; paths, titles and code of the change could be either.
 */
export function withoutWorkflowCommands(text: string): string {
  return text.replace(/^(\s*:)(?=:)/gm, '$1 ').replaceAll('##[', '## [')
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
