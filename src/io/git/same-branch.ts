import type { Repository } from './repository.ts'

/** Whether two names are of one branch: git has written down that it was renamed, and the name before is free. */
export async function isSameBranch({ try: attempt }: Repository, before: string, now: string): Promise<boolean> {
  if (before === now) return true
  const isTaken = (await attempt(['show-ref', '--verify', '--quiet', `refs/heads/${before}`])).code === 0
  if (isTaken || now === 'HEAD') return false
  const told = await attempt(['log', '-g', '--format=%gs', `refs/heads/${now}`, '--'])
  return String(told.stdout)
    .split('\n')
    .some((line) => line.startsWith(`Branch: renamed refs/heads/${before} to `))
}
