// The checksum that some vendors put into their tokens, so that a random string is not mistaken for one.

/** Whether the last six characters are the base-62 CRC-32 of what stands between the prefix (up to the last `_`) and them. */
export function hasChecksum(token: string): boolean {
  const body = token.slice(token.lastIndexOf('_') + 1)
  return body.slice(-6) === base62(crc32(body.slice(0, -6)))
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function base62(value: number): string {
  let rest = value
  let text = ''
  for (; rest > 0; rest = Math.floor(rest / 62)) text = digits[rest % 62] + text
  return text.padStart(6, '0')
}

/** CRC-32 as in zip and PNG, of ASCII text. */
export function crc32(text: string): number {
  let crc = 0xffffffff
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index)
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
