import { encodeName, hasEscapes } from '../../core/values/file-name.ts'

export type Call = readonly [command: string, args: readonly string[]]

/** Node passes arguments as UTF-8 only: a shell makes those that name other bytes, of octal digits. */
export function gitCall(args: readonly string[]): Call {
  if (!args.some(hasEscapes)) return ['git', args]
  const odd = args.flatMap((arg, at) => (hasEscapes(arg) ? [`a${at}=$(printf '${octal(arg)}.')`] : []))
  const words = args.map((arg, at) => (hasEscapes(arg) ? `"\${a${at}%.}"` : `"\${${at + 1}}"`))
  const script = `${odd.join('; ')}; exec git ${words.join(' ')}`
  return ['/bin/sh', ['-c', script, 'git', ...args.map((arg) => (hasEscapes(arg) ? '' : arg))]]
}

/** The point behind it keeps a line break at the end, which a shell would take off. */
function octal(arg: string): string {
  return [...encodeName(arg)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}
