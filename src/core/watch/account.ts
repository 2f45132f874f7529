import type { Author } from './snapshot.ts'

/** By kind too: anybody may register the name of a bot as that of a person. */
export function isSameAccount(one: Author | null, other: Author | null): boolean {
  return one !== null && other !== null && one.login === other.login && one.isBot === other.isBot
}

/**
 * Of a text that was edited: who edited it last, where that is not its author; null: the forge does not say who. Whatever it says
 * now is not its author's word.
 */
export function editedByOther(
  author: Author | null,
  editor: Author | null,
  isEdited: boolean,
): { readonly editedBy?: Author | null } {
  return !isEdited || isSameAccount(author, editor) ? {} : { editedBy: editor }
}
