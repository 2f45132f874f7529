/** The keys are those of the file format. */
export interface PartitionFile {
  readonly file: string
  readonly loc: number
  readonly is_test: boolean
  /** First and last line in the new file, for a part of a file that is too long for one reviewer. */
  readonly line_range?: readonly [number, number]
}
