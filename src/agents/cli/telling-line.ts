/**
 * The line of standard error that says most about why a program ended: the error above a stack trace, else the last line that
 * begins at the margin. What is indented belongs to a line above it.
 */
export function tellingLine(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const error = lines.some(isOfTrace) ? lines.findLast((line) => namesError.test(line)) : undefined
  const line = error ?? lines.findLast((each) => !isNoise(each)) ?? lines.at(-1) ?? ''
  return line.trim()
}

/** `TypeError: …`, `Error [ERR_X]: …`, `java.lang.IllegalStateException: …`, `[UnhandledPromiseRejection: …` */
const namesError = /^(?:Uncaught )?\[?[\w.$]*(?:Error|Exception|Rejection)\b/

function isOfTrace(line: string): boolean {
  return /^\s+at \S/.test(line) || isNodeEnd(line)
}

/** Node says its version, and how to see more, below the error that ended it. */
function isNodeEnd(line: string): boolean {
  return /^Node\.js v\d|^\(Use `node --trace/.test(line)
}

function isNoise(line: string): boolean {
  return isNodeEnd(line) || /^[\s}\])]/.test(line)
}
