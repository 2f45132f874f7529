import { decodeBase64, type GuessingRule, guess } from './generic.ts'
import { isPlaceholder } from './value.ts'

// Secrets known by how they are built: signed tokens, and whole keys on one line.

export const tokenRule: GuessingRule = {
  keywords: ['eyj'],
  find(_path, text) {
    const found = [
      ...text.matchAll(
        /(?<![A-Za-z0-9_+/.-])eyJ[A-Za-z0-9_-]{10,600}\.eyJ[A-Za-z0-9_-]{10,2500}\.[A-Za-z0-9_-]{20,700}(?![A-Za-z0-9_-])/g,
      ),
    ]
    return found
      .filter((match) => hasTokenHeader(match[0]))
      .map((match) => guess({ name: 'json-web-token', title: 'JSON Web Token' }, match[0], match.index))
  },
}

function hasTokenHeader(value: string): boolean {
  return /"alg"\s*:/.test(decodeBase64(value.slice(0, value.indexOf('.'))) ?? '')
}

export const keyHeader = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/

const wholeKey = new RegExp(
  `${keyHeader.source}(?:\\\\[nrt]|[\\s"'\`+,\\\\])*((?:[A-Za-z0-9+/=]|\\\\[nr]){40,8000})`,
  'g',
)

export const privateKeyRule: GuessingRule = {
  keywords: ['private key'],
  find(_path, text) {
    const found = [...text.matchAll(wholeKey)].filter((match) => !isPlaceholder(match[1]!.replaceAll(/A{4,}/g, '')))
    return found.map((match) =>
      guess({ name: 'private-key', title: 'Private key' }, match[1]!, match.index + match[0].length - match[1]!.length),
    )
  },
}
