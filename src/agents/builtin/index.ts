import { oxlint } from './oxlint.ts'
import type { BuiltinReviewer } from './reviewer.ts'
import { ruff } from './ruff.ts'
import { rules } from './rules.ts'

/** Heavy parts are imported inside `review`: importing this costs nothing. */
export const builtinReviewers: readonly BuiltinReviewer[] = [oxlint, ruff, rules]
