/** A commit without a hook is made before anybody can wonder. */
const unnoticed = 1000

/** A commit that is being made is brought to its end, whatever its hooks take: who interrupts it should know what is waited for. */
export async function patiently<Result>(
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
