import type { CacheEntry, Manifest } from './cache-manifest.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Forgets what was not used for long, and of each file all but the versions used last. */
export function collectGarbage(
  manifest: Manifest,
  now: Date,
  limits: { readonly days: number; readonly perFile: number },
): { readonly manifest: Manifest; readonly expired: number; readonly surplus: number } {
  let [expired, surplus] = [0, 0]
  const oldest = now.getTime() - limits.days * dayMs
  const kept = Object.entries(manifest).flatMap(([path, slots]) => {
    const all = Object.entries(slots)
    const live = all.filter(([, entry]) => lastUse(entry) >= oldest).sort((a, b) => lastUse(b[1]) - lastUse(a[1]))
    const few = live.slice(0, Math.max(1, limits.perFile))
    expired += all.length - live.length
    surplus += live.length - few.length
    return few.length === 0 ? [] : [[path, Object.fromEntries(few)] as const]
  })
  return { manifest: Object.fromEntries(kept), expired, surplus }
}

/** A time that cannot be read is long ago. */
function lastUse({ last_hit_at }: CacheEntry): number {
  return Date.parse(last_hit_at) || 0
}
