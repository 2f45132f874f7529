import { hashText } from '../values/hash.ts'

export function idOf(key: string): string {
  return `F-${hashText(key).slice(0, 8)}`
}
