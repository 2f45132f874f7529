import { createHygiene } from '../../core/hygiene/index.ts'
import { hideValues } from '../masking.ts'
import { readChange, type TreePair } from './read-change.ts'
import type { Repository } from './repository.ts'

/** Hides the secrets that a change adds, for whoever writes down words of others before the change is reviewed. */
export async function hideSecrets(repository: Repository, trees: TreePair): Promise<void> {
  const sweep = createHygiene({ largeFileKb: 0 })
  await readChange(repository, trees, { onAdded: sweep.addLine })
  hideValues(sweep.finish([], new Map()).secrets)
}
