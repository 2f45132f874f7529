import type { TreeState } from '../drift.ts'
import type { MetadataValues } from './metadata-values.ts'
import type { SessionDocument } from './session-document.ts'

/** What only another tool understands stays. */
export function withMetadata(document: SessionDocument, values: Partial<MetadataValues>): SessionDocument {
  const { metadata } = document
  return { ...document, metadata: { ...metadata, values: { ...metadata.values, ...values } } }
}

/** A batch ended well: this is the tree that the next one must find. */
export function verifyTree(document: SessionDocument, { head, dirty }: TreeState): SessionDocument {
  return withMetadata(document, { last_verified_head: head, last_verified_dirty: dirty })
}

/** A person, or `--accept-external-state`, took the tree as it is for the new beginning. Nothing validated it yet. */
export function acceptTree(document: SessionDocument, tree: TreeState): SessionDocument {
  const { session_commits = [] } = document.metadata.values
  const based = withMetadata(document, { base_head: tree.head, base_dirty: tree.dirty, session_commits })
  return clearStages(verifyTree(based, tree))
}

export function clearStages(document: SessionDocument): SessionDocument {
  return withMetadata(document, { completed_stages: [] })
}
