import { beginning } from '../core/values/shortened.ts'

/** What an answer that says no says, in one sentence. */
export function explainStatus(status: number, address: string, message: string): string {
  if (status === 401) return `${address} does not accept the token (401).`
  if (status === 403 || status === 429) return `${address} refused (${status}): ${message}.`
  if (status === 404) return `${address} has no such repository or pull request, or the token may not see it (404).`
  return `${address} failed (${status}): ${message}.`
}

/** A client may add a link to the documentation; a sentence needs neither it nor its own full stop. */
export function oneLine(message: string): string {
  const [text = ''] = message.split(/ - https?:\/\/|\n/)
  return beginning(text.trim().replace(/\.$/, ''), 200)
}
