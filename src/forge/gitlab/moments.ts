import * as v from 'valibot'

/** Times are compared as they are written: GitLab writes them with the offset of its server, which changes twice a year. */
export const moment = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'is no time'),
  v.transform((text) => new Date(text).toISOString()),
)
