/** Most commits are done before this many milliseconds. */
const unnoticed = 1000

/** A commit that has begun is finished even after Ctrl-C. A notice says so if it takes longer, because of a hook. */
export async function withDeliveryNotice<Result>(
  signal: AbortSignal,
  onNotice: (message: string) => void,
  delivery: () => Promise<Result>,
): Promise<Result> {
  const say = () => onNotice('Interrupted while it delivers: it waits until the commit, and a hook of it, has ended.')
  let waiting: NodeJS.Timeout | undefined
  const wait = () => {
    waiting = setTimeout(say, unnoticed)
  }
  signal.addEventListener('abort', wait, { once: true })
  try {
    return await delivery()
  } finally {
    signal.removeEventListener('abort', wait)
    clearTimeout(waiting)
  }
}
