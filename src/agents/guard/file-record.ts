/** One thing on the disk. `content` is null where it was too large to be kept: it can be compared, not brought back. */
export interface FileRecord {
  readonly kind: 'file' | 'link' | 'folder' | 'other'
  readonly mode: number
  readonly size: number
  /** Changes with every write, whatever an attacker does to the other times. */
  readonly stamp: string
  readonly content: Uint8Array | null
}
