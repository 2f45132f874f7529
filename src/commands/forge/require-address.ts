import { LoopError } from '../../errors.ts'
import { withoutPassword } from '../../forge/address.ts'
import type { Answer } from '../../forge/forge.ts'

interface Expected {
  /** 'GitHub' */
  readonly forge: string
  readonly read: (text: string) => Answer<string> | { readonly problem: string; readonly meant: string }
  /** Where it is, for whoever wrote something else. */
  readonly usual: string
}

/** The address of a forge's interface, as the forge reads it. */
export function requireAddress(text: string, { forge, read, usual }: Expected): string {
  const address = read(text)
  if ('value' in address) return address.value
  throw new LoopError('forge_address', {
    forge,
    address: withoutPassword(text),
    problem: address.problem,
    hint: 'meant' in address ? `Did you mean ${address.meant}?` : usual,
  })
}
