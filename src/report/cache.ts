export interface CacheStats {
  readonly replies: number
  readonly bytes: number
  /** ISO time; null when nothing is kept. */
  readonly oldestUse: string | null
}

export function cacheText({ replies, bytes, oldestUse }: CacheStats): string {
  if (replies === 0) return 'No reply of an agent is kept.\n'
  const size = bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
  const count = replies === 1 ? '1 reply' : `${replies} replies`
  return `${count} kept, ${size}, the oldest last used ${oldestUse?.slice(0, 10)}.\n`
}
