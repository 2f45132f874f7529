import * as v from 'valibot'
import type { Snapshot } from '../../core/watch/snapshot.ts'
import { isStatus } from './failure.ts'
import type { MergeRequest } from './merge-requests.ts'
import type { Project } from './project.ts'

/** What keeps it from being merged, as GitLab says it: pipelines, approvals and rules included; and whether it is in a merge train. */
export async function readMergeState(
  project: Project,
  { iid, detailed_merge_status: status }: Pick<MergeRequest, 'iid' | 'detailed_merge_status'>,
): Promise<Pick<Snapshot, 'isQueued' | 'mergeBarrier'>> {
  const isBarrier = status !== null && !['mergeable', ...undecided].includes(status)
  return {
    isQueued: trainStates.includes((await readTrain(project, iid)) ?? ''),
    mergeBarrier: isBarrier ? status.replaceAll('_', ' ') : null,
  }
}

const undecided = ['unchecked', 'checking', 'preparing', 'approvals_syncing', 'draft_status']
const trainStates = ['idle', 'fresh', 'stale', 'merging']

/** Not every GitLab has merge trains. */
async function readTrain({ client, path }: Project, iid: number): Promise<string | null> {
  try {
    return (await client.get(`${path}/merge_trains/merge_requests/${iid}`, v.object({ status: v.string() }))).status
  } catch (error) {
    if ([403, 404].some((status) => isStatus(error, status))) return null
    throw error
  }
}
