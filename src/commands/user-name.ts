import { userInfo } from 'node:os'
import type { Repository } from '../io/git/repository.ts'

/** Who decides here: as git calls them, else as the machine does. */
export async function userName(repository: Repository): Promise<string> {
  const { stdout } = await repository.try(['config', 'user.name'])
  return stdout.toString('utf8').trim() || userInfo().username
}
