/** What of the pull request has to be the same on every page. */
export interface Moment {
  readonly head: string
  readonly state: string
}

export type Witness = (moment: Moment) => void

/** Pages of two different heads make no answer. */
export class HeadMoved extends Error {
  override readonly name = 'HeadMoved'
}

/** Throws where two pages are not of the same moment: what they say together was never true. */
export function createWitness(): Witness {
  let first: Moment | null = null
  return (moment) => {
    first ??= moment
    if (first.head !== moment.head || first.state !== moment.state) throw new HeadMoved()
  }
}

/** A pull request that changes while it is read is read again so often. */
const tries = 3

export async function readOneMoment<T>(read: () => Promise<T>): Promise<T> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await read()
    } catch (error) {
      if (left === 0 || !(error instanceof HeadMoved)) throw error
    }
  }
}
