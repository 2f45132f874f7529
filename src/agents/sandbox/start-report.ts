/** The descriptor on which bubblewrap tells what becomes of the program; it closes it before the program runs. */
export const reportDescriptor = 3

/** What makes bubblewrap tell it. */
export const reportArguments: readonly string[] = ['--json-status-fd', String(reportDescriptor)]

/** It tells the exit code of a program that it started, and of no other. What is printed says nothing: a program may print anything. */
export function isStarted(report: string): boolean {
  return report.includes('"exit-code"')
}
