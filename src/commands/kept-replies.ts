import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { openRepository } from '../io/git/repository.ts'
import { listReplies, replyFolder } from '../io/reply-cache.ts'
import type { CacheStats } from '../report/cache.ts'

export interface CacheOptions {
  readonly cwd?: string
  readonly signal?: AbortSignal
}

/** How many replies of agents are kept for a repository, and how much room they take. */
export async function cacheStats({ cwd = '.', signal }: CacheOptions): Promise<CacheStats> {
  const files = listReplies((await openRepository(resolve(cwd), signal)).root)
  return {
    replies: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    oldestUse: files.length === 0 ? null : new Date(Math.min(...files.map(({ usedAt }) => usedAt))).toISOString(),
  }
}

/** Forgets all kept replies, and says how many they were. Reviews that were made stay. */
export async function clearCache({ cwd = '.', signal }: CacheOptions): Promise<{ readonly removed: number }> {
  const { root } = await openRepository(resolve(cwd), signal)
  const removed = listReplies(root).length
  rmSync(replyFolder(root), { recursive: true, force: true })
  return { removed }
}
