import * as v from 'valibot'

// What GitLab answers with: all that is required has to be there.

const sha = v.pipe(v.string(), v.regex(/^[0-9a-f]{40}$/))
const time = v.pipe(v.string(), v.isoTimestamp())

export const basicUser = v.object({
  id: v.number(),
  username: v.string(),
  name: v.string(),
  state: v.picklist(['active', 'blocked', 'ldap_blocked', 'blocked_pending_approval', 'banned', 'deactivated']),
  avatar_url: v.nullable(v.string()),
  web_url: v.string(),
})
// Since when it is there is shown to whoever may see its profile.
export const user = v.object({ ...basicUser.entries, bot: v.boolean(), created_at: v.optional(time) })
export const token = v.object({
  id: v.number(),
  name: v.string(),
  active: v.boolean(),
  revoked: v.boolean(),
  scopes: v.array(v.string()),
  user_id: v.number(),
  created_at: time,
})
export const member = v.object({
  ...basicUser.entries,
  access_level: v.picklist([5, 10, 15, 20, 25, 30, 40, 50]),
  created_at: time,
  expires_at: v.nullable(v.pipe(v.string(), v.isoDate())),
})

export const references = v.object({ base_sha: sha, start_sha: sha, head_sha: sha })
const lineNumber = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)))
export const lineCode = v.pipe(v.string(), v.regex(/^[0-9a-f]{40}_\d+_\d+$/))

// Beside its code a line may say its numbers, which some write as words: nobody can rely on them.
const shownEdge = v.object({ line_code: lineCode, type: v.nullable(v.picklist(['new', 'old'])) })
const position = v.object({
  ...references.entries,
  position_type: v.picklist(['text', 'image', 'file']),
  old_path: v.string(),
  new_path: v.string(),
  old_line: v.optional(lineNumber),
  new_line: v.optional(lineNumber),
  line_range: v.nullish(v.object({ start: shownEdge, end: shownEdge })),
})

export const note = v.object({
  id: v.number(),
  type: v.nullable(v.picklist(['DiffNote', 'DiscussionNote', 'LegacyDiffNote'])),
  body: v.string(),
  author: basicUser,
  created_at: time,
  updated_at: time,
  system: v.boolean(),
  noteable_id: v.number(),
  noteable_type: v.literal('MergeRequest'),
  noteable_iid: v.number(),
  resolvable: v.boolean(),
  resolved: v.optional(v.boolean()),
  resolved_by: v.optional(v.nullable(basicUser)),
  position: v.optional(position),
  internal: v.boolean(),
})
export const discussion = v.object({
  id: sha,
  individual_note: v.boolean(),
  notes: v.pipe(v.array(note), v.minLength(1)),
})

export const listedMergeRequest = v.object({
  id: v.number(),
  iid: v.number(),
  project_id: v.number(),
  title: v.string(),
  description: v.nullable(v.string()),
  state: v.picklist(['opened', 'closed', 'merged', 'locked']),
  created_at: time,
  draft: v.boolean(),
  author: basicUser,
  reviewers: v.array(basicUser),
  source_branch: v.string(),
  target_branch: v.string(),
  source_project_id: v.number(),
  target_project_id: v.number(),
  sha: v.nullable(sha),
  web_url: v.string(),
  detailed_merge_status: v.string(),
})
export const mergeRequest = v.object({
  ...listedMergeRequest.entries,
  // Without a commit that both branches come from, a part of it is missing.
  diff_refs: v.nullable(v.object({ ...references.entries, base_sha: v.nullable(sha) })),
})

export const train = v.object({
  id: v.number(),
  status: v.picklist(['idle', 'merged', 'stale', 'fresh', 'merging', 'skip_merged']),
})

export const version = v.object({
  id: v.number(),
  head_commit_sha: v.nullable(sha),
  base_commit_sha: v.nullable(sha),
  start_commit_sha: v.nullable(sha),
  created_at: time,
  merge_request_id: v.number(),
  state: v.string(),
  real_size: v.string(),
})
export const diff = v.object({
  old_path: v.string(),
  new_path: v.string(),
  diff: v.string(),
  collapsed: v.boolean(),
  too_large: v.boolean(),
  a_mode: v.string(),
  b_mode: v.string(),
  new_file: v.boolean(),
  renamed_file: v.boolean(),
  deleted_file: v.boolean(),
})
const begun = [
  ...(['created', 'waiting_for_resource', 'preparing', 'waiting_for_callback', 'pending', 'scheduled'] as const),
  ...(['running', 'canceling'] as const),
]
const ended = ['success', 'failed', 'canceled', 'skipped', 'manual'] as const
export const status = v.object({
  id: v.number(),
  sha,
  ref: v.nullable(v.string()),
  name: v.string(),
  status: v.picklist([...begun, ...ended]),
  description: v.nullable(v.string()),
  target_url: v.nullable(v.string()),
  created_at: time,
  started_at: v.nullable(time),
  finished_at: v.nullable(time),
  allow_failure: v.boolean(),
  coverage: v.nullable(v.number()),
  author: v.nullable(basicUser),
})
export const award = v.object({
  id: v.number(),
  name: v.string(),
  user: basicUser,
  created_at: time,
  updated_at: time,
  awardable_id: v.number(),
  awardable_type: v.picklist(['MergeRequest', 'Note']),
  url: v.nullable(v.string()),
})

export const reviewer = v.object({
  user: basicUser,
  state: v.picklist(['unreviewed', 'reviewed', 'requested_changes', 'approved', 'unapproved', 'review_started']),
  created_at: time,
})
