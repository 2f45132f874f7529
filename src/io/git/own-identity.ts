/** Who makes commits that are nobody's: those of scratch folders, and those that keep what was undone. */
export const ownIdentity = {
  GIT_AUTHOR_NAME: 'review-loop',
  GIT_AUTHOR_EMAIL: 'review-loop@localhost',
  GIT_COMMITTER_NAME: 'review-loop',
  GIT_COMMITTER_EMAIL: 'review-loop@localhost',
} as const
