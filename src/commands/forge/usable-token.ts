import { LoopError } from '../../errors.ts'

interface NamedToken {
  readonly name: string
  readonly value: string
}

/** As it can be sent, without the line break that came along from a file. A client that had to refuse it would print it. */
export function usableToken({ name, value: text }: NamedToken): NamedToken {
  const value = text.trim()
  if (/^[\x21-\x7e]+$/.test(value)) return { name, value }
  throw new LoopError('bad_token', { name })
}
