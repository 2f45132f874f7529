import type { Bodies, MessageType } from './bodies.ts'
import type { Parsed } from './document.ts'
import type { Envelope } from './envelope.ts'
import { type LeakValues, leaksIn } from './leaks.ts'
import { type Message, parseMessage, renderBody, renderMessage } from './message.ts'

type Draft = Omit<Envelope, 'type' | 'body' | 'auth'>

type DraftOf<Type extends keyof Bodies> = Draft & { readonly type: Type; readonly content: Bodies[Type] }

/** A message before it is written: with the fields of its body, or with any text, which is YAML where the type has fields. */
export type MessageDraft =
  | { [Type in keyof Bodies]: DraftOf<Type> }[keyof Bodies]
  | (Draft & { readonly type: MessageType; readonly body: string })

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
