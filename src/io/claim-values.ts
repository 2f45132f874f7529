import * as v from 'valibot'

/** In the event of a session that is resumed. */
export const claimDecisions = v.exactOptional(
  v.pipe(
    v.array(
      v.object({
        id: v.string(),
        decision: v.picklist(['accept', 'dismiss']),
        by: v.string(),
        why: v.string(),
        at: v.string(),
      }),
    ),
    v.description('What people decided meanwhile about claims that could not be checked.'),
  ),
)
