import type { Author, Written } from './snapshot.ts'

/** By kind too: anybody may register the name of a bot as that of a person. */
export function isSameAccount(one: Author | null, other: Author | null): boolean {
  return one !== null && other !== null && one.login === other.login && one.isBot === other.isBot
}

/** Who else edited a text last: what it says now is not its author's word. Null: the forge does not say who. */
export function editedByOther(author: Author | null, editor: Author | null, isEdited: boolean) {
  const edited: Pick<Written, 'editedBy'> = { editedBy: editor }
  return isEdited && !isSameAccount(author, editor) ? edited : {}
}
