import { type Copies, createCopies } from '../../agents/guard/copies.ts'
import type { Repository } from '../../io/git/repository.ts'

/** Every call has the files as they are now: in a run they are others from one call to the next. The copy goes with its call. */
export function copyPerCall(repository: Repository): Copies {
  const within = (way: 'run' | 'lend'): Copies['run'] => {
    return async (work) => {
      const copies = createCopies(repository)
      try {
        return await copies[way](work)
      } finally {
        await copies.close()
      }
    }
  }
  return { run: within('run'), lend: within('lend'), close: async () => {} }
}
