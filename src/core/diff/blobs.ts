// Object ids as diffs write them.

const zeros = /^0+$/

/** Zeros mean no blob, or none yet (a file of the working tree); an abbreviated id names nothing for certain. */
export function fullBlob(id: string | undefined): string | null {
  if (id === undefined || (id.length !== 40 && id.length !== 64)) return null
  return zeros.test(id) ? null : id
}

const emptyBlobs: ReadonlySet<string | null> = new Set([
  'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
  '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
])

/** Whether there must be lines to show between two blobs; null stands for no file. */
export function isOtherContent(oldBlob: string | null, newBlob: string | null): boolean {
  if (oldBlob === newBlob) return false
  const isEmpty = (blob: string | null) => blob === null || emptyBlobs.has(blob)
  return !(isEmpty(oldBlob) && isEmpty(newBlob))
}
