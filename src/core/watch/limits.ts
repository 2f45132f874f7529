/** More than this a watch is never told to do. */
export const watchLimits = { restarts: 9 } as const
