import type { LedgerEntry } from './types.ts'

/** Still to be dealt with. */
export function isActive({ status }: Pick<LedgerEntry, 'status'>): boolean {
  return status === 'open' || status === 'persisting' || status === 'regressed'
}

export function holdsUp(entry: Pick<LedgerEntry, 'status' | 'blocking'>): boolean {
  return isActive(entry) && entry.blocking
}
