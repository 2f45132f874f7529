import { accountOf } from '../../state/accounts.ts'
import type { Commit } from '../../state/commits.ts'
import type { Repository } from '../../state/entities.ts'
import type { World } from '../../state/world.ts'
import { type Filled, filled } from '../fill.ts'
import { api, site, userBody } from './users.ts'

type RepositorySchema = 'repository' | 'full-repository' | 'minimal-repository'

export function repositoryBody(world: World, repository: Repository, schema: RepositorySchema): Filled {
  const { id, nodeId, owner, name, isPrivate, isFork, defaultBranch } = repository
  return filled(schema, {
    id,
    node_id: nodeId,
    name,
    full_name: `${owner}/${name}`,
    owner: userBody(accountOf(world, owner)),
    private: isPrivate,
    fork: isFork,
    default_branch: defaultBranch,
    url: apiUrl(repository),
    html_url: `${site}/${owner}/${name}`,
    ...(schema === 'minimal-repository' ? {} : { clone_url: `${site}/${owner}/${name}.git` }),
  })
}

export function apiUrl({ owner, name }: Repository): string {
  return `${api}/repos/${owner}/${name}`
}

export function commitBody(repository: Repository, { sha, message, date, parents }: Commit): Filled {
  const url = `${apiUrl(repository)}/commits/${sha}`
  const person = { name: 'Test Author', email: 'author@example.invalid', date }
  const tree = { sha, url }
  return filled('commit', {
    sha,
    node_id: `C_${sha}`,
    url,
    html_url: `${site}/${repository.owner}/${repository.name}/commit/${sha}`,
    commit: { url, author: person, committer: person, message, comment_count: 0, tree },
    author: null,
    committer: null,
    parents: parents.map((parent) => ({ sha: parent, url: `${apiUrl(repository)}/commits/${parent}` })),
  })
}
