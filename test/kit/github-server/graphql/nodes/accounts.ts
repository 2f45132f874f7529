import type { Account, Reactable, Reaction } from '../../state/entities.ts'
import { connection, type PageArguments } from '../connection.ts'
import type { Node, Viewer } from '../viewer.ts'

const site = 'https://github.com'

/** Bots have no `[bot]` here. Null: the account is gone. */
export function accountNode(account: Account | null): Node | null {
  if (account === null) return null
  const { kind, nodeId, id, login } = account
  const path = kind === 'Bot' ? `/apps/${login}` : `/${login}`
  return {
    __typename: kind,
    id: nodeId,
    databaseId: id,
    login,
    name: null,
    url: `${site}${path}`,
    resourcePath: path,
    avatarUrl: `${site}/identicons/${login}.png`,
  }
}

const contents: Readonly<Record<Reaction['content'], string>> = {
  '+1': 'THUMBS_UP',
  '-1': 'THUMBS_DOWN',
  laugh: 'LAUGH',
  confused: 'CONFUSED',
  heart: 'HEART',
  hooray: 'HOORAY',
  rocket: 'ROCKET',
  eyes: 'EYES',
}

interface ReactionArguments extends PageArguments {
  readonly content?: string | null
}

export function reactionFields({ reactions }: Reactable, { token }: Viewer): Node {
  return {
    reactionGroups: Object.entries(contents).map(([own, content]) => ({
      __typename: 'ReactionGroup',
      content,
      createdAt: reactions.find((each) => each.content === own)?.createdAt ?? null,
      viewerHasReacted: reactions.some((each) => each.content === own && each.author === token.account),
    })),
    reactions: ({ content, ...page }: ReactionArguments) =>
      connection(
        reactions.filter((reaction) => content == null || contents[reaction.content] === content),
        page,
        ({ nodeId, id, author, content: own, createdAt }) => ({
          __typename: 'Reaction',
          id: nodeId,
          databaseId: id,
          content: contents[own],
          createdAt,
          user: accountNode(author),
        }),
      ),
  }
}
