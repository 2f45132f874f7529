import type { Option } from '../command.ts'

// Flags that several steps share.

export const diffDataOption = {
  type: 'string',
  value: 'FILE',
  description: 'what parse-diff printed; standard input when not given',
} as const satisfies Option

export const workdirOption = {
  type: 'string',
  value: 'DIR',
  description: 'the repository; the current folder when not given',
} as const satisfies Option

export const crDirOption = {
  type: 'string',
  value: 'DIR',
  description: 'the folder of working files',
} as const satisfies Option

export const baseRefOption = {
  type: 'string',
  value: 'REF',
  description: 'what the change is compared with; found when not given',
} as const satisfies Option

export const diffTipOption = {
  type: 'string',
  value: 'REF',
  description: 'the newest commit of the change',
} as const satisfies Option

export const cacheDirOption = {
  type: 'string',
  value: 'DIR',
  description: 'the cache, as finalize-cache printed it',
} as const satisfies Option

export const stateKeyOption = {
  type: 'string',
  value: 'BRANCH:BASE',
  description: 'which review is meant',
} as const satisfies Option
