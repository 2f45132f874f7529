import type { Bodies } from './bodies.ts'
import type { Parsed } from './document.ts'
import type { Envelope, MessageType } from './envelope.ts'
import { type LeakValues, leaksIn } from './leaks.ts'
import { type Message, parseMessage, renderBody, renderMessage } from './message.ts'

type DraftOf<Type extends MessageType> = Omit<Envelope, 'type' | 'body' | 'auth'> & {
  readonly type: Type
} & ((Type extends keyof Bodies ? { readonly content: Bodies[Type] } : never) | { readonly body: string })

/** A message before it is written: for the types whose body has fields these, or their YAML; any text for the others. */
export type MessageDraft = { [Type in MessageType]: DraftOf<Type> }[MessageType]

/** The text of a message that our own reader accepts and that tells nothing of this machine; else all that is wrong with it. */
export function composeMessage(
  draft: MessageDraft,
  leaks: LeakValues,
): Parsed<{ readonly text: string; readonly message: Message }> {
  const content = 'content' in draft ? draft.content : null
  const body = 'content' in draft ? bodyOf(draft) : draft.body
  // Whether it is one is what reading it back shows.
  const text = renderMessage({ ...draft, body, content } as Message)
  const read = parseMessage(text)
  const leaked = leaksIn(text, leaks)
  if ('problems' in read) return { problems: [...read.problems, ...leaked] }
  return leaked.length > 0 ? { problems: leaked } : { value: { text, message: read.value } }
}

function bodyOf<Type extends keyof Bodies>(draft: { readonly type: Type; readonly content: Bodies[Type] }): string {
  return renderBody(draft.type, draft.content)
}
