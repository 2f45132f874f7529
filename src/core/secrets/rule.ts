/** A secret that can be known by its own shape, as its vendor documents it. */
export interface VendorRule {
  /** Reported as `secret/<name>`. */
  readonly name: string
  readonly title: string
  /** In lower case. The expression is not even compiled before one of them was seen. */
  readonly keywords: readonly string[]
  /** Prefix, alphabet and length of the value. Bounded, so that it stays linear on any line. */
  readonly shape: string
  /** Names that must stand before the value, for shapes that say nothing alone. Matched in any case. */
  readonly named?: string
  /** Shannon bits per character below which a value is taken for a placeholder; 3 unless told. */
  readonly entropy?: number
  /** The token's end is a documented checksum: if it holds, the value is certainly real. */
  readonly checksum?: true
  /** Where the vendor describes the format or the kind of credential. */
  readonly page: string
}

/** Where one secret stands in a line. `start` and `end` embrace the value. */
export interface SecretMatch {
  readonly rule: string
  readonly title: string
  readonly start: number
  readonly end: number
  readonly value: string
  /** 1 for a proven checksum, less for shapes, least for guesses from a name. Never below 0.9. */
  readonly confidence: number
}
