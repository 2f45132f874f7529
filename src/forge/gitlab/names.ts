// What is written to is named by a single word wherever it is not known what forge it is on.

export interface Named {
  readonly number: number
  /** Of a discussion or a note. */
  readonly id: string
}

export function nameOf({ number, id }: Named): string {
  return `${number}/${id}`
}

export function readName(name: string): Named {
  const [, number, id] = /^(\d+)\/([0-9a-f]+)$/.exec(name) ?? []
  if (number === undefined || id === undefined) throw new TypeError(`${name} is no name of a discussion or a note`)
  return { number: Number(number), id }
}

/** `page`: of the project. */
export function noteUrl(page: string, number: number, id: number): string {
  return `${page}/-/merge_requests/${number}#note_${id}`
}
